/**
 * Decodes HEIC, the format of iPhones: sharp reads its header, but not its pixels (HEVC). libheif does, as WebAssembly. Runs in the
 * encoder's process, since the files are untrusted.
 */
import type { HeifImage, ImageTarget } from 'libheif-js/wasm-bundle.js'
import sharp from 'sharp'
import { addProfile } from './png-profile.ts'

interface Conversion {
  /** The profile; the numbers stay as they are. */
  icc: Uint8Array | undefined
  /** Pixels, at most. As for a JPEG, the rest of the work is quicker on a smaller image. */
  width: number
}

/**
 * Returns the primary image of a HEIC as a PNG with the same profile.
 * @throws Error for a file that cannot be decoded
 */
export async function convertHeic(bytes: Uint8Array, { icc, width }: Conversion): Promise<Buffer> {
  // Two megabytes of code, for these files only.
  const { default: libheif } = await import('libheif-js/wasm-bundle.js')
  const images = new libheif.HeifDecoder().decode(bytes)
  try {
    const primary = images.find((image) => image.is_primary())
    if (!primary) throw new Error('the file has no primary image')
    const png = await toPng(await readPixels(primary), width, primary.has_alpha_channel())
    return icc ? addProfile(png, icc) : png
  } finally {
    for (const image of images) image.free()
  }
}

function readPixels(image: HeifImage): Promise<ImageTarget> {
  const [width, height] = [image.get_width(), image.get_height()]
  const target = { data: new Uint8ClampedArray(width * height * 4), width, height }
  return new Promise((resolve, reject) => {
    image.display(target, (shown) => (shown ? resolve(shown) : reject(new Error('the image cannot be decoded'))))
  })
}

/** Not compressed: the file is read again at once. */
function toPng({ data, ...size }: ImageTarget, width: number, hasAlpha: boolean): Promise<Buffer> {
  const image = sharp(data, { raw: { ...size, channels: 4 } }).resize({ width, withoutEnlargement: true })
  return (hasAlpha ? image : image.removeAlpha()).png({ compressionLevel: 0 }).toBuffer()
}
