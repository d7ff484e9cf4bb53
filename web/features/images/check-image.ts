/** Checks of an image file before it is uploaded. */

import { formatCount } from '#contract/values/count.ts'
import { ERRORS } from '#contract/values/errors.ts'
import { IMAGE_TYPES, MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '#contract/values/limits.ts'

const [, NOT_READABLE] = ERRORS.NOT_A_PICTURE
const BYTES_PER_KILOBYTE = 1024
const BYTES_PER_MEGABYTE = 1024 * 1024

/** Returns why a file is rejected, judged by its name, type and size; null if it is acceptable. */
export function checkImageFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name))
    return 'This is a HEIC picture, which most browsers cannot show. Save it as a JPEG first.'
  // Some systems report no type for AVIF.
  if (type !== '' && !IMAGE_TYPES.some((accepted) => accepted === type)) return NOT_READABLE
  if (size > MAX_IMAGE_BYTES)
    return `This picture is larger than ${formatFileSize(MAX_IMAGE_BYTES)}. Choose a smaller one.`
  return null
}

/** Decodes the image in the browser. Returns why it is rejected, or null. */
export async function checkDecodedImage(file: File): Promise<string | null> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    return NOT_READABLE
  } finally {
    URL.revokeObjectURL(url)
  }
  if (image.naturalWidth * image.naturalHeight > MAX_IMAGE_PIXELS)
    return `This picture has more than ${MAX_IMAGE_PIXELS / 1_000_000} million pixels. Make it smaller first.`
  return null
}

/** `57 bytes`, `3.4 KB` or `12 MB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < BYTES_PER_KILOBYTE) return formatCount(bytes, 'byte')
  const kilobytes = roundSize(bytes / BYTES_PER_KILOBYTE)
  return kilobytes < 1024 ? `${kilobytes} KB` : `${roundSize(bytes / BYTES_PER_MEGABYTE)} MB`
}

/** One decimal below 10, none above. */
function roundSize(size: number): number {
  return size < 10 ? Math.round(size * 10) / 10 : Math.round(size)
}
