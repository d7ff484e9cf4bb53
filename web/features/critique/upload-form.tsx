import type { Submission } from '#contract/critique.ts'
import { formatCount } from '#contract/values/count.ts'
import { IMAGE_TYPES, MAX_IMAGE_SIZE } from '#contract/values/image-limits.ts'
import { MAX_SHORT_TEXT_LENGTH } from '#contract/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { type ChosenPicture, useChosenPictures } from './use-chosen-pictures.ts'

interface UploadFormProps {
  submission: Submission
  onSent: () => Promise<void>
}

/** Chooses pictures and hands them in, each with what the student wanted. */
export function UploadForm({ submission: { _id, brief, pictures }, onSent }: UploadFormProps) {
  const { chosen, notes, add, change, remove, send } = useChosenPictures(_id)
  const { isBusy, run } = useBusy()
  const room = Math.max(0, brief.count + (brief.add_failed ? 1 : 0) - pictures.length)
  const sendAll = () => run(async () => send().then(onSent))
  return (
    <section aria-labelledby="hand-in-title" className="grid gap-4">
      <h2 id="hand-in-title" className="font-display text-2xl">
        Hand in pictures
      </h2>
      <p className="max-w-prose text-soft">
        JPEG, PNG, WebP, AVIF or HEIC, at most {MAX_IMAGE_SIZE} each. Only your instructor and we see them. We show no
        one where they were taken.
      </p>
      <form
        className="grid gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void sendAll()
        }}
      >
        <ul className="grid gap-5">
          {chosen.map((picture) => (
            <ChosenItem key={picture.key} picture={picture} isBusy={isBusy} onChange={change} onRemove={remove} />
          ))}
        </ul>
        <div role="status" className="grid gap-2">
          {notes.map((note) => (
            <p key={note} className="wrap-anywhere">
              {note}
            </p>
          ))}
        </div>
        {chosen.length > room && <p role="alert">You can add {formatCount(room, 'picture')} more. Remove some.</p>}
        <div className="flex flex-wrap gap-3">
          <FileButton label="Choose pictures" accept={IMAGE_TYPES} disabled={room === 0 || isBusy} onChoose={add} />
          {chosen.length > 0 && (
            <Button type="submit" busy={isBusy} disabled={chosen.length > room}>
              Hand in
            </Button>
          )}
        </div>
      </form>
    </section>
  )
}

interface ChosenItemProps {
  picture: ChosenPicture
  isBusy: boolean
  onChange: (key: number, values: Partial<ChosenPicture>) => void
  onRemove: (key: number) => void
}

function ChosenItem({ picture, isBusy, onChange, onRemove }: ChosenItemProps) {
  const { key, file, preview, intent, error, progress } = picture
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] gap-4">
      <img src={preview} alt="" className="aspect-square w-20 bg-base-300 object-cover" />
      <div className="grid gap-2">
        <Field
          label={`What you wanted with ${file.name}`}
          maxLength={MAX_SHORT_TEXT_LENGTH}
          value={intent}
          error={error}
          readOnly={isBusy}
          onChange={({ target }) => onChange(key, { intent: target.value, error: undefined })}
        />
        {progress !== undefined && (
          <progress className="progress-line" aria-label={`Sending ${file.name}`} value={progress} max={1} />
        )}
        {!isBusy && (
          <Button look="ghost" className="btn-sm justify-self-start" onClick={() => onRemove(key)}>
            Remove {file.name}
          </Button>
        )}
      </div>
    </li>
  )
}
