/** Checks of an image file before it is uploaded. */

import { detectImageType, HEADER_BYTES, type ImageType } from '#contract/image-type.ts'
import { ERRORS } from '#contract/values/errors.ts'
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MAX_JPEG_PIXELS } from '#contract/values/image-limits.ts'

const [, NOT_READABLE] = ERRORS.NOT_A_PICTURE

/** Pixels. */
export interface ImageSize {
  width: number
  height: number
}

/** Returns why a file is rejected, judged by its first bytes as on the server; null if it is acceptable. */
export async function checkImageFile(file: Blob): Promise<string | null> {
  return (await readImageType(file)) === null ? NOT_READABLE : null
}

/** Returns the type of an image by its first bytes; null for other files, and for one that can no longer be read. */
export async function readImageType(file: Blob): Promise<ImageType | null> {
  const header = await file
    .slice(0, HEADER_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  return detectImageType(new Uint8Array(header))
}

/** Loads the image in the browser. Returns its size, or null where the browser cannot show it. */
export async function readImageSize(file: Blob): Promise<ImageSize | null> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve
      image.onerror = reject
      // Not decode(), which rejects a file without its last bytes, and decodes all pixels of a large one.
      image.src = url
    })
    return { width: image.naturalWidth, height: image.naturalHeight }
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Returns whether an image is too large for the server, by its bytes or its pixels. @param pixels null where they are not known */
export function isTooLarge({ size }: Blob, pixels: ImageSize | null, type: ImageType | null): boolean {
  if (size > MAX_IMAGE_BYTES) return true
  return pixels !== null && pixels.width * pixels.height > (type === 'jpeg' ? MAX_JPEG_PIXELS : MAX_IMAGE_PIXELS)
}
