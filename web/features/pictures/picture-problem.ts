/** What can be said of a picture before it is sent. */
import { ERRORS } from '#contract/errors.ts'
import { LARGEST_PICTURE, MOST_PIXELS, PICTURE_TYPES } from '#contract/picture-limits.ts'

const [, NOT_READABLE] = ERRORS.NOT_A_PICTURE
const BYTES_A_MEGABYTE = 1024 * 1024

/** Why a file cannot be taken, by what it says of itself; null where nothing speaks against it. */
export function fileProblem({ name, type, size }: File): string | null {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name))
    return 'This is a HEIC picture, which most browsers cannot show. Please save it as a JPEG first.'
  // Not every system knows what an AVIF is called.
  if (type !== '' && !PICTURE_TYPES.some((taken) => taken === type)) return NOT_READABLE
  if (size > LARGEST_PICTURE)
    return `This picture has ${megabytes(size)}, and we take ${megabytes(LARGEST_PICTURE)} at most.`
  return null
}

/** Why a picture cannot be taken, once the browser has tried to show it. */
export async function pictureProblem(file: File): Promise<string | null> {
  const address = URL.createObjectURL(file)
  const image = new Image()
  image.src = address
  try {
    await image.decode()
  } catch {
    return NOT_READABLE
  } finally {
    URL.revokeObjectURL(address)
  }
  if (image.naturalWidth * image.naturalHeight > MOST_PIXELS)
    return `This picture has more than ${MOST_PIXELS / 1_000_000} million pixels. Please make it smaller first.`
  return null
}

/** `3.4 MB` */
export function megabytes(bytes: number): string {
  return `${Number((bytes / BYTES_A_MEGABYTE).toPrecision(2))} MB`
}
