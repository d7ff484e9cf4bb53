import { type ReactNode, type Ref, useId, useRef, useState, useSyncExternalStore } from 'react'
import { formatCount } from '#contract/values/count.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import { ApertureIcon } from '#web/ui/icons.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { checkImageFile } from './check-image.ts'
import { FileInput } from './file-input.tsx'
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
  /** The focal point of the image in its frame. */
  focus?: string
  /** The width of the largest frame that shows it, in CSS pixels: a smaller image is pointed out. */
  frameWidth?: number
  error?: string | undefined
  /** The theme in which an image is shown; by default that of the page. */
  theme?: 'light' | 'dark' | undefined
  ref: Ref<HTMLInputElement>
}

/** An image that the user chooses or drops, with a preview. The file input covers the preview. */
export function ImageField({
  label,
  value,
  onChange,
  currentUrl,
  onMore,
  takesBeside = false,
  isOwnPhoto,
  focus,
  frameWidth = 0,
  error,
  theme,
  ref,
}: ImageFieldProps) {
  const id = useId()
  const state = useUploadState(value)
  const { rejection, note, choose, retry, remove } = useImageChoice({ value, onChange, onMore, isOwnPhoto })
  const problem = rejection ?? (state?.step === 'failed' ? state.message : error)
  return (
    <div>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <div
        className={`image-drop ${problem ? 'border-error' : ''}`}
        data-theme={value || currentUrl ? theme : undefined}
      >
        <Preview upload={value} state={state} currentUrl={currentUrl} focus={focus} />
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
          <p className="text-soft">JPEG, PNG, WebP, AVIF or HEIC.</p>
        )}
      </Messages>
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
    <div id={id} className="mt-2 grid gap-2 text-sm">
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

interface PreviewProps {
  upload: ImageUpload | null
  state: UploadState | null
  currentUrl: string | undefined
  focus: string | undefined
}

/** The chosen or current image, or an invitation to choose one. */
function Preview({ upload, state, currentUrl, focus }: PreviewProps) {
  const preview = usePreview(upload?.file)
  const sentUrl = state?.step === 'sent' ? state.url : null
  const src = !upload ? currentUrl : upload.hasPreview ? preview : sentUrl
  if (!src)
    return (
      <p className="grid justify-items-center gap-3 px-6 text-center text-soft">
        <ApertureIcon className="size-10" />
        {upload ? 'Your browser shows this picture once it is sent.' : 'Choose a picture, or drop one here'}
      </p>
    )
  const alt = upload ? `Chosen: ${upload.file.name}` : 'Current picture'
  return (
    <>
      <Picture src={src} alt={alt} focus={focus} sizes="28rem" priority className="size-full" />
      <p className="image-drop-hint">Choose another</p>
    </>
  )
}
