import { useRef, useState } from 'react'
import { ImageField } from '#web/features/images/image-field.tsx'
import type { ImageUpload } from '#web/features/images/image-upload.ts'

interface PhotoFieldProps {
  /** The URL of the present photo; blank for none. */
  url: string
  onUploaded: (url: string) => Promise<void>
}

/** Uploads a photo of the user, which takes the place of the present one at once. */
export function PhotoField({ url, onUploaded }: PhotoFieldProps) {
  const [upload, setUpload] = useState<ImageUpload | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const change = async (next: ImageUpload | null) => {
    setUpload(next)
    // The field shows why an upload fails, and retries it.
    const sent = await next?.url().catch(() => null)
    if (sent) await onUploaded(sent)
  }
  return (
    <div className="photo-field">
      <ImageField
        label="New photo"
        value={upload}
        onChange={change}
        currentUrl={url || undefined}
        isOwnPhoto
        ref={input}
      />
    </div>
  )
}
