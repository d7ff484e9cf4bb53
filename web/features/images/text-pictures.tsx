import { type MouseEvent, useRef, useState } from 'react'
import { formatCount } from '#contract/values/count.ts'
import { insertPicture, writeText } from '#web/forms/edit-markdown.ts'
import { readSelection } from '#web/forms/markdown-editor.tsx'
import { namePicture } from '#web/forms/short-pictures.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { checkImageFile } from './check-image.ts'
import { ImageField } from './image-field.tsx'
import { ImageUpload } from './image-upload.ts'
import { describeWarnings } from './image-warnings.ts'

/** Pictures of a text that come one after the other, each where the cursor is: those that are dropped on it or pasted into it. */
export function useDroppedPictures() {
  const [note, setNote] = useState('')
  const onPictures = async (files: File[], area: HTMLTextAreaElement) => {
    const warnings = []
    for (const file of files) {
      setNote(`Sending ${file.name} …`)
      const { problem, warning } = await send(file, area)
      if (problem) toastError(`${file.name}: ${problem}`)
      if (warning) warnings.push(`${file.name}: ${warning}`)
    }
    setNote(warnings.join(' '))
  }
  return { onPictures, note: note && <p role="status">{note}</p> }
}

/** Sends a picture and writes it into a text. Returns why it could not, or the warnings about it. */
async function send(file: File, area: HTMLTextAreaElement): Promise<{ problem?: string; warning?: string }> {
  const rejection = await checkImageFile(file)
  if (rejection) return { problem: rejection }
  const upload = new ImageUpload(file)
  await upload.url().catch(() => {})
  const state = upload.state()
  if (state.step !== 'sent') return state.step === 'failed' ? { problem: state.message } : {}
  if (area.isConnected)
    writeText(
      area,
      insertPicture(readSelection(area), { url: namePicture(area, state.url), description: state.offered.alt }),
    )
  return { warning: describeWarnings(state.warnings) }
}

/** Uploads pictures, one after the other, and inserts them where the cursor was in the field `text` of the same form. */
export function TextPictures() {
  const [upload, setUpload] = useState<ImageUpload | null>(null)
  const [waiting, setWaiting] = useState<File[]>([])
  const [description, setDescription] = useState('')
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const showNext = () => {
    const [next, ...others] = waiting
    setUpload(next ? new ImageUpload(next) : null)
    setWaiting(others)
    setDescription('')
  }
  const insert = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const area = currentTarget.form?.elements.namedItem('text')
    if (!upload || !(area instanceof HTMLTextAreaElement)) return
    setBusy(true)
    try {
      const url = await upload.url()
      writeText(area, insertPicture(readSelection(area), { url: namePicture(area, url), description }))
      showNext()
      toastSuccess('The picture is in the text now.')
    } catch {
      // The image field shows the message.
    }
    setBusy(false)
  }
  return (
    <details className="disclosure">
      <summary>Add a picture</summary>
      <div className="grid max-w-md grid-cols-1 gap-4 pt-3">
        <ImageField
          label="Picture"
          value={upload}
          onChange={(chosen) => (chosen ? setUpload(chosen) : showNext())}
          onMore={(more) => setWaiting((others) => [...others, ...more])}
          ref={input}
        />
        {waiting.length > 0 && <p role="status">Then {formatCount(waiting.length, 'more picture')}.</p>}
        <Field
          label="Description of the picture"
          autoComplete="off"
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        <Button look="outline" className="justify-self-start" disabled={!upload} busy={isBusy} onClick={insert}>
          Add to the text
        </Button>
      </div>
    </details>
  )
}
