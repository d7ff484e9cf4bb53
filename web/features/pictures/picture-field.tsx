import { type ChangeEvent, type DragEvent, type Ref, useId, useState } from 'react'
import { LARGEST_PICTURE, PICTURE_TYPES } from '#contract/picture-limits.ts'
import { ApertureIcon } from '#web/ui/icons.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { fileProblem, megabytes } from './picture-problem.ts'
import { PictureUpload } from './picture-upload.ts'
import { UploadStanding } from './upload-standing.tsx'
import { usePreview } from './use-preview.ts'

interface PictureFieldProps {
  label: string
  value: PictureUpload | null
  onChange: (value: PictureUpload | null) => void
  /** The address of the picture that is there already, and stays unless another one is chosen. */
  before?: string
  error?: string | undefined
  ref: Ref<HTMLInputElement>
}

/** A picture, chosen or dropped, shown before it is sent. The file input lies over the picture's place. */
export function PictureField({ label, value, onChange, before, error, ref }: PictureFieldProps) {
  const id = useId()
  const [refused, setRefused] = useState<string | null>(null)
  const choose = (file: File | undefined) => {
    if (!file) return
    const problem = fileProblem(file)
    setRefused(problem)
    if (problem) return
    value?.cancel()
    onChange(new PictureUpload(file))
  }
  const remove = () => {
    value?.cancel()
    onChange(null)
  }
  const said = refused ?? error
  return (
    <div>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <div className={`picture-place ${said ? 'border-error' : ''}`}>
        <Shown value={value} before={before} />
        <FileInput ref={ref} id={id} describedBy={`${id}-standing`} invalid={Boolean(said)} onChoose={choose} />
      </div>
      <div id={`${id}-standing`} className="mt-2 grid gap-2 text-sm">
        {said && (
          <p role="alert" className="text-error-ink">
            {said}
          </p>
        )}
        {value ? (
          <UploadStanding upload={value} removal={before ? 'Keep the old one' : 'Remove'} onRemove={remove} />
        ) : (
          <p className="text-soft">JPEG, PNG, WebP or AVIF, {megabytes(LARGEST_PICTURE)} at most.</p>
        )}
      </div>
    </div>
  )
}

/** The chosen picture, or the one that is there; and what can be done here. */
function Shown({ value, before }: Pick<PictureFieldProps, 'value' | 'before'>) {
  const preview = usePreview(value?.file)
  const src = value ? preview : before
  if (!src)
    return (
      <p className="grid justify-items-center gap-3 px-6 text-center text-soft">
        <ApertureIcon className="size-10" />
        Choose a picture, or drop one here
      </p>
    )
  return (
    <>
      <Picture
        src={src}
        alt={value ? `Chosen: ${value.file.name}` : 'As it is now'}
        sizes="28rem"
        priority
        className="size-full"
      />
      <p className="picture-place-hint">Choose another</p>
    </>
  )
}

interface FileInputProps {
  ref: Ref<HTMLInputElement>
  id: string
  describedBy: string
  invalid: boolean
  onChoose: (file: File | undefined) => void
}

function FileInput({ ref, id, describedBy, invalid, onChoose }: FileInputProps) {
  const [over, setOver] = useState(false)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose(target.files?.[0])
    // So that the same file can be chosen again.
    target.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onChoose(event.dataTransfer.files[0])
  }
  return (
    <input
      ref={ref}
      id={id}
      type="file"
      accept={PICTURE_TYPES.join()}
      className="picture-place-input"
      data-over={over}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      onChange={take}
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    />
  )
}
