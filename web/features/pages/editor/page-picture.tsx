import { type MouseEvent, useRef, useState } from 'react'
import { formatCount } from '#contract/values/count.ts'
import { ImageField } from '#web/features/images/image-field.tsx'
import { ImageUpload } from '#web/features/images/image-upload.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'

/** Uploads pictures, one after the other, and inserts them where the cursor was in the field `text` of the same form. */
export function PagePicture({ onInsert }: { onInsert: (text: string) => void }) {
  const [upload, setUpload] = useState<ImageUpload | null>(null)
  const [waiting, setWaiting] = useState<File[]>([])
  const [description, setDescription] = useState('')
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const goOn = () => {
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
      onInsert(insertImage(area.value, area.selectionStart, { url, description }))
      goOn()
      toastSuccess('The picture is in the text now.')
    } catch {
      // The image field shows the message.
    }
    setBusy(false)
  }
  return (
    <details>
      <summary className="link w-fit py-1">Add a picture</summary>
      <div className="grid max-w-md grid-cols-1 gap-4 pt-3">
        <ImageField
          label="Picture"
          value={upload}
          onChange={(chosen) => (chosen ? setUpload(chosen) : goOn())}
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

/** Returns Markdown with an image in a paragraph of its own at a position, which is the end of the text where it is unknown. */
function insertImage(
  text: string,
  position: number | null,
  { url, description }: { url: string; description: string },
): string {
  const at = position ?? text.length
  const label = description.trim().replace(/[[\]\\]/g, '\\$&')
  const parts = [text.slice(0, at).trimEnd(), `![${label}](${url})`, text.slice(at).trimStart()]
  return parts.filter(Boolean).join('\n\n')
}
