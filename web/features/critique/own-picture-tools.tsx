import { useState } from 'react'
import type { SubmissionPicture } from '#contract/critique.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { sendVersion } from './send-picture.ts'
import type { CritiqueCalls } from './submission.query.ts'
import { FileButton } from './upload-form.tsx'

interface OwnPictureToolsProps {
  picture: SubmissionPicture
  calls: CritiqueCalls
}

/** What a student does with a picture: hand in its next version, or delete it. */
export function OwnPictureTools({ picture: { _id, intent, versions }, calls }: OwnPictureToolsProps) {
  const { isBusy, run } = useBusy()
  const { progress, send } = useNextVersion(_id, calls)
  const remove = async () => {
    const detail = `“${intent}”, with ${versions.length === 1 ? 'its remarks' : 'all its versions and their remarks'}.`
    if (await confirm({ ...DELETE_CONFIRMATION, detail })) await calls.deletePicture(_id)
  }
  return (
    <div className="grid gap-2">
      {progress !== null && (
        <progress className="progress-line" aria-label="Sending the next version" value={progress} max={1} />
      )}
      <div className="flex flex-wrap gap-2">
        <FileButton
          label="Add the next version"
          multiple={false}
          disabled={isBusy}
          onChoose={([file]) => file && void run(() => send(file))}
        />
        <Button look="danger" busy={isBusy} onClick={() => run(remove)}>
          Delete picture
        </Button>
      </div>
    </div>
  )
}

/** Returns what sends the next version of a picture, and how much of it is sent; null for none. */
function useNextVersion(id: string, { refetchPictures }: CritiqueCalls) {
  const [progress, setProgress] = useState<number | null>(null)
  const send = async (file: File) => {
    setProgress(0)
    try {
      await sendVersion({ params: { id } }, file, setProgress)
      await refetchPictures()
    } finally {
      setProgress(null)
    }
  }
  return { progress, send }
}
