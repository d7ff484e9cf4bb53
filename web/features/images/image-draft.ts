/** An image in a form that the user may leave, replace or remove. */
import type { ImageUpload } from './image-upload.ts'

/** Null keeps the stored image. */
export type ImageDraft = ImageUpload | 'remove' | null

/** Returns the URL of the next image after its upload; null for none, undefined for the stored one. @throws UploadError */
export async function readImageUrl(image: ImageDraft): Promise<string | null | undefined> {
  if (image === null) return undefined
  return image === 'remove' ? null : image.url()
}
