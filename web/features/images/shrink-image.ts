/** Makes an image smaller in the browser, where the server would refuse it for its bytes or its pixels. */
import { type ImageSize, readImageType } from './check-image.ts'
import { copyMetadata, readHead } from './jpeg-metadata.ts'
import { isOpaquePng } from './png-metadata.ts'

/** Pixels of the longer side: more than any page shows. */
const MAX_SIDE = 4096
const QUALITY = 0.92

/**
 * Returns a smaller file with the colors of Display P3, and with the metadata of a JPEG or a PNG without transparency. These and a HEIC become
 * a JPEG, and what may be transparent a WebP.
 * @throws Error where the browser cannot do it
 */
export async function shrinkImage(file: File, { width, height }: ImageSize): Promise<File> {
  const factor = Math.min(1, MAX_SIDE / Math.max(width, height))
  const type = await readImageType(file)
  const pixels = await draw(file, { width: Math.round(width * factor), height: Math.round(height * factor) })
  const hasMetadata = type === 'jpeg' || (type === 'png' && isOpaquePng(await readHead(file)))
  const blob = await encode(pixels, hasMetadata || type === 'heic' ? 'image/jpeg' : 'image/webp')
  return new File([hasMetadata ? await copyMetadata(file, blob) : blob], file.name, { type: blob.type })
}

/** A canvas of Display P3 keeps the colors that sRGB lacks. */
async function draw(file: File, { width, height }: ImageSize): Promise<HTMLCanvasElement> {
  const options = { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' } as const
  const bitmap = await createImageBitmap(file, options)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d', { colorSpace: 'display-p3' })?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))), type, QUALITY)
  })
}
