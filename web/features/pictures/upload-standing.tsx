import { useSyncExternalStore } from 'react'
import { About, Button } from '#web/ui/button.tsx'
import { megabytes } from './picture-problem.ts'
import type { PictureUpload } from './picture-upload.ts'

interface UploadStandingProps {
  upload: PictureUpload
  /** The label of the button that drops the picture. */
  removal: string
  onRemove: () => void
}

/** How far a chosen picture is, and what can be done about it. */
export function UploadStanding({ upload, removal, onRemove }: UploadStandingProps) {
  const standing = useSyncExternalStore(upload.subscribe, upload.standing)
  const { name, size } = upload.file
  return (
    <>
      {standing.step === 'failed' && (
        <p role="alert" className="text-error-ink">
          {standing.words}
        </p>
      )}
      {standing.step === 'sending' && (
        <progress className="progress-line" aria-label="Sending the picture" value={standing.share} max={1} />
      )}
      <p role="status" className="wrap-anywhere text-soft">
        {name}, {megabytes(size)}
        {standing.step === 'there' && ': sent'}
        {standing.step === 'sending' && (standing.share < 1 ? ' is on its way …' : ' is being looked at …')}
      </p>
      <div className="flex flex-wrap gap-2">
        {standing.step === 'failed' && !standing.hopeless && (
          <Button look="outline" className="btn-sm" onClick={() => upload.tryAgain()}>
            Try again<About>to send the picture</About>
          </Button>
        )}
        <Button look="ghost" className="btn-sm" onClick={onRemove}>
          {standing.step === 'sending' ? 'Cancel' : removal}
          <About>{name}</About>
        </Button>
      </div>
    </>
  )
}
