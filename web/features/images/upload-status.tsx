import { About, Button } from '#web/ui/button.tsx'
import { formatFileSize } from '#web/ui/lists/file-size.ts'
import type { ImageUpload, UploadState } from './image-upload.ts'

interface UploadStatusProps {
  upload: ImageUpload
  state: UploadState
  /** The label of the button that discards the image. */
  removeLabel: string
  onRetry: () => void
  onRemove: () => void
}

/** The progress of an upload and its actions. The image field shows the error. */
export function UploadStatus({ upload, state, removeLabel, onRetry, onRemove }: UploadStatusProps) {
  const { name, size } = upload.file
  return (
    <>
      {state.step === 'shrinking' && <progress className="progress-line" aria-label="Making the picture smaller" />}
      {state.step === 'sending' && (
        <progress className="progress-line" aria-label="Sending the picture" value={state.progress} max={1} />
      )}
      <p role="status" className="wrap-anywhere text-soft">
        {name}, {formatFileSize(size)}: {formatStep(state)}
      </p>
      <div className="flex flex-wrap gap-2">
        {state.step === 'failed' && state.canRetry && (
          <Button look="outline" className="btn-sm" onClick={onRetry}>
            Try again<About>to send the picture</About>
          </Button>
        )}
        <button type="button" className="image-action link" onClick={onRemove}>
          {state.step === 'sending' || state.step === 'shrinking' ? 'Cancel' : removeLabel}
          <About>{name}</About>
        </button>
      </div>
    </>
  )
}

function formatStep(state: UploadState): string {
  if (state.step === 'shrinking') return 'making it smaller …'
  if (state.step === 'sending') return state.progress < 1 ? 'sending …' : 'processing …'
  return state.step === 'sent' ? 'sent' : 'not sent'
}
