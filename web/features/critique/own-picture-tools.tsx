import { type MouseEvent, useState } from 'react'
import type { SubmissionPicture } from '#contract/critique.ts'
import { IMAGE_TYPES } from '#contract/values/image-limits.ts'
import { MAX_SHORT_TEXT_LENGTH } from '#contract/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { focusEnabled } from '#web/ui/focus.ts'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { saveOriginal, sendVersion } from './send-picture.ts'
import type { CritiqueCalls } from './submission.query.ts'
import { TextForm } from './text-form.tsx'
import { loadTyped, typedName } from './typed-text.ts'

interface OwnPictureToolsProps {
  picture: SubmissionPicture
  /** The shown version. */
  versionId: string
  /** The number of pictures. */
  count: number
  calls: CritiqueCalls
}

/** Actions of a student on a picture: hand in its next version, change its intent, move, save or delete it. */
export function OwnPictureTools({ picture, versionId, count, calls }: OwnPictureToolsProps) {
  const { _id, intent, versions } = picture
  const { isBusy, run } = useBusy()
  const { progress, note, send } = useNextVersion(_id, calls)
  const remove = async () => {
    const detail = `“${intent}”, with ${versions.length === 1 ? 'its remarks' : 'all its versions and their remarks'}.`
    if (await confirm({ ...DELETE_CONFIRMATION, detail })) await calls.deletePicture(_id)
  }
  return (
    <div className="grid gap-2">
      {progress !== null && (
        <progress className="progress-line" aria-label="Sending the next version" value={progress} max={1} />
      )}
      <p role="status" className="wrap-anywhere empty:hidden">
        {note}
      </p>
      <FileButton
        label="Add the next version"
        accept={IMAGE_TYPES}
        multiple={false}
        busy={isBusy}
        onChoose={([file]) => file && void run(() => send(file))}
      />
      <IntentForm picture={picture} calls={calls} />
      <div className="flex flex-wrap gap-2">
        {count > 1 && <MoveButtons picture={picture} count={count} calls={calls} />}
        <Button look="ghost" className="btn-sm" busy={isBusy} onClick={() => run(() => saveOriginal(_id, versionId))}>
          Save my file
        </Button>
        <Button look="danger" className="btn-sm" busy={isBusy} onClick={() => run(remove)}>
          Delete picture
        </Button>
      </div>
    </div>
  )
}

/** Returns what sends the next version of a picture, how much of it is sent (null for none), and a note on it. */
function useNextVersion(id: string, { refetchPictures }: CritiqueCalls) {
  const [progress, setProgress] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const send = async (file: File) => {
    setProgress(0)
    setNote('')
    try {
      setNote(await sendVersion({ params: { id } }, file, setProgress))
      await refetchPictures()
    } finally {
      setProgress(null)
    }
  }
  return { progress, note, send }
}

type PartProps = Pick<OwnPictureToolsProps, 'picture' | 'calls'>

function IntentForm({ picture: { _id, intent }, calls }: PartProps) {
  const name = typedName.ofIntent(_id)
  const [isOpen, setOpen] = useState(() => loadTyped(name) !== null)
  const close = () => setOpen(false)
  const save = (text: string) => calls.changeIntent(_id, text.replaceAll(/\s+/g, ' ')).then(close)
  const form = { name, label: 'What you wanted', initial: intent, action: 'Save', maxLength: MAX_SHORT_TEXT_LENGTH }
  if (isOpen) return <TextForm {...form} isRequired onSave={save} onCancel={close} />
  return (
    <Button look="ghost" className="btn-sm justify-self-start" onClick={() => setOpen(true)}>
      Change what you wanted
    </Button>
  )
}

function MoveButtons({ picture: { _id, position }, count, calls }: PartProps & { count: number }) {
  const { isBusy, run } = useBusy()
  const move =
    (by: number) =>
    async ({ currentTarget }: MouseEvent<HTMLElement>) => {
      await run(() => calls.movePicture(_id, position + by))
      focusEnabled(currentTarget)
    }
  return (
    <>
      <Button look="ghost" className="btn-sm" busy={isBusy} disabled={position === 0} onClick={move(-1)}>
        Move earlier
      </Button>
      <Button look="ghost" className="btn-sm" busy={isBusy} disabled={position === count - 1} onClick={move(1)}>
        Move later
      </Button>
    </>
  )
}
