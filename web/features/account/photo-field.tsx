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
  const change = (next: ImageUpload | null) => {
    setUpload(next)
    // The field may send it again after a failure.
    next?.subscribe(() => {
      const state = next.state()
      if (state.step === 'sent') void onUploaded(state.url)
    })
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
