import { type ReactNode, type Ref, useId, useRef, useState, useSyncExternalStore } from 'react'
import { formatCount } from '#contract/values/count.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import { ApertureIcon } from '#web/ui/icons.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { checkImageFile } from './check-image.ts'
import { FileInput, useDrop } from './file-input.tsx'
import { FocalImage, type FocalPointProps, FocusOptions } from './focus-field.tsx'
import { ImageUpload, type UploadState } from './image-upload.ts'
import { describeWarnings } from './image-warnings.ts'
import { UploadStatus } from './upload-status.tsx'
import { usePreview } from './use-preview.ts'

interface ImageFieldProps {
  label: string
  value: ImageUpload | null
  onChange: (value: ImageUpload | null) => void
  /** The URL of the current image, which stays unless the user chooses another. */
  currentUrl?: string
  /** Takes the other images where the user has chosen several at once; without it, they are left. */
  onMore?: (files: File[]) => void
  /** Takes what is dropped or pasted beside it although the form has other images. */
  takesBeside?: boolean
  /** It is the photo of the user, who has it as soon as it is sent. */
  isOwnPhoto?: boolean
  /** Lets the user choose the focal point of the image. */
  focal?: FocalPointProps | undefined
  /** The width of the largest frame that shows it, in CSS pixels: a smaller image is pointed out. */
  frameWidth?: number
  error?: string | undefined
  /** Names the formats that we read; false where a field before it does. */
  namesFormats?: boolean | undefined
  /** The theme in which an image is shown; by default that of the page. */
  theme?: 'light' | 'dark' | undefined
  /** Further fields of the image, below or beside it. */
  children?: ReactNode
  ref: Ref<HTMLInputElement>
}

/** An image that the user chooses or drops, with a preview. The file input covers the preview, unless that has a focal point. */
export function ImageField(props: ImageFieldProps) {
  const { label, value, currentUrl, onMore, takesBeside = false, focal, frameWidth = 0, error, theme, ref } = props
  const { namesFormats = true } = props
  const id = useId()
  const state = useUploadState(value)
  const src = useShownUrl(value, state, currentUrl)
  const { rejection, note, choose, retry, remove } = useImageChoice(props)
  const { isDraggedOver, dropHandlers } = useDrop(choose)
  const problem = rejection ?? (state?.step === 'failed' ? state.message : error)
  const shownFocal = src ? focal : undefined
  return (
    <div className="image-frame">
      <div className="image-field" data-focal={Boolean(shownFocal)} data-over={isDraggedOver} {...dropHandlers}>
        <label htmlFor={id} className="field-label">
          {label}
        </label>
        <div
          className={`image-drop ${src ? 'image-drop-filled' : ''} ${problem ? 'border-error' : ''}`}
          data-theme={src ? theme : undefined}
        >
          <Preview upload={value} src={src} focal={focal} />
        </div>
        {src && <p className="image-drop-hint">Choose another</p>}
        <FileInput
          ref={ref}
          takesBeside={takesBeside}
          id={id}
          describedBy={`${id}-status`}
          isInvalid={Boolean(problem)}
          multiple={onMore !== undefined}
          onChoose={choose}
        />
      </div>
      <div className="image-facts">
        <Messages id={`${id}-status`} problem={problem} note={describeSent(state, { note, frameWidth })}>
          {value && state ? (
            <UploadStatus
              upload={value}
              state={state}
              removeLabel={currentUrl ? 'Keep the old one' : 'Remove'}
              onRetry={retry}
              onRemove={remove}
            />
          ) : (
            namesFormats && !shownFocal && <p className="text-soft">JPEG, PNG, WebP, AVIF or HEIC.</p>
          )}
        </Messages>
        {shownFocal && <FocusOptions {...shownFocal} />}
        {props.children}
      </div>
    </div>
  )
}

interface MessagesProps {
  id: string
  problem: string | undefined
  note: string | null
  children: ReactNode
}

/** The problem first, then the state of the image, then a note. */
function Messages({ id, problem, note, children }: MessagesProps) {
  return (
    <div id={id} className="grid gap-2 text-sm empty:hidden">
      {problem && (
        <p role="alert" className="wrap-anywhere text-error-ink">
          {problem}
        </p>
      )}
      {children}
      {note && (
        <p role="status" className="wrap-anywhere">
          {note}
        </p>
      )}
    </div>
  )
}

/** Returns all notes about a picture as one text, or null. */
function describeSent(
  state: UploadState | null,
  { note, frameWidth }: { note: string | null; frameWidth: number },
): string | null {
  const warnings = state?.step === 'sent' ? describeWarnings(state.warnings) : ''
  return joinParts([note ?? describeSmall(state, frameWidth), warnings], ' ') || null
}

function describeSmall(state: UploadState | null, frameWidth: number): string | null {
  if (state?.step !== 'sent' || state.width >= frameWidth) return null
  return `This picture is only ${formatCount(state.width, 'pixel')} wide, and is shown up to ${frameWidth} wide: it will look soft.`
}

const NO_FILE = 'That is not a file. Save the picture on your device, then choose it here.'

type Choice = Pick<ImageFieldProps, 'value' | 'onChange' | 'onMore' | 'isOwnPhoto'>

/** The choice of a file. A rejected file leaves an earlier image in place, unless that image can never be sent. */
function useImageChoice({ value, onChange, onMore, isOwnPhoto }: Choice) {
  const [rejection, setRejection] = useState<string | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const lastChoice = useRef<File | null>(null)
  const replaceWith = (next: ImageUpload | null) => {
    value?.cancel()
    onChange(next)
  }
  const clear = () => {
    setRejection(null)
    setNote(null)
  }
  return {
    rejection,
    note,
    choose: async (files: File[]) => {
      clear()
      const [first] = files
      if (!first) return setRejection(NO_FILE)
      lastChoice.current = first
      const { images, problems } = await checkFiles(onMore ? files : [first])
      if (lastChoice.current !== first) return
      if (problems) setRejection(problems)
      const [image, ...others] = images
      onMore?.(others)
      if (image && !onMore && files.length > 1) setNote(`One picture at a time: only ${image.name} was taken.`)
      if (image) return replaceWith(new ImageUpload(image, { isOwnPhoto: isOwnPhoto ?? false }))
      const state = value?.state()
      if (state?.step === 'failed' && !state.canRetry) replaceWith(null)
    },
    retry: () => {
      clear()
      value?.retry()
    },
    remove: () => {
      clear()
      lastChoice.current = null
      replaceWith(null)
    },
  }
}

/** Returns the files that are images, and why the others are not. */
async function checkFiles(files: File[]): Promise<{ images: File[]; problems: string }> {
  const checked = await Promise.all(files.map(async (file) => ({ file, problem: await checkImageFile(file) })))
  return {
    images: checked.filter(({ problem }) => !problem).map(({ file }) => file),
    problems: checked.flatMap(({ file, problem }) => (problem ? [`${file.name}: ${problem}`] : [])).join(' '),
  }
}

const unsubscribed = () => () => undefined

function useUploadState(upload: ImageUpload | null): UploadState | null {
  return useSyncExternalStore(
    upload?.subscribe ?? unsubscribed,
    () => upload?.state() ?? null,
    () => null,
  )
}

/** Returns the URL under which the chosen or current image can be shown; null for none, or before the browser can show it. */
function useShownUrl(upload: ImageUpload | null, state: UploadState | null, currentUrl: string | undefined) {
  const preview = usePreview(upload?.file)
  if (!upload) return currentUrl ?? null
  if (upload.hasPreview) return preview
  return state?.step === 'sent' ? state.url : null
}

interface PreviewProps {
  upload: ImageUpload | null
  src: string | null
  focal: FocalPointProps | undefined
}

/** The chosen or current image, or an invitation to choose one. */
function Preview({ upload, src, focal }: PreviewProps) {
  if (!src)
    return (
      <p className="image-drop-words">
        <ApertureIcon className="size-10" />
        <span>
          {upload ? 'Your browser shows this picture once it is sent.' : 'Choose a picture, or drop one here'}
        </span>
      </p>
    )
  const alt = upload ? `Chosen: ${upload.file.name}` : 'Current picture'
  if (focal) return <FocalImage {...focal} src={src} alt={alt} />
  return <Picture src={src} alt={alt} sizes="28rem" priority className="size-full" />
}
