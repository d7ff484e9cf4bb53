/**
 * Decodes HEIC, the format of iPhones: sharp reads its header, but not its pixels (HEVC). libheif does, as WebAssembly. Runs in the
 * encoder's process, since the files are untrusted.
 */
import { crc32, deflateSync } from 'node:zlib'
import type { HeifImage, ImageTarget } from 'libheif-js/wasm-bundle.js'
import sharp from 'sharp'

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

/** The end of the header of a PNG: the signature and the chunk IHDR. Source: PNG (Third Edition), 5.2 and 11.2.1 */
const END_OF_HEADER = 8 + 25

/** Adds a profile that says what the numbers mean: sharp would convert them to it. Source: PNG (Third Edition), 11.3.2.3 */
function addProfile(png: Buffer, icc: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(icc)])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length - 4)
  frame.writeUInt32BE(crc32(content), 4)
  const chunk = [frame.subarray(0, 4), content, frame.subarray(4)]
  return Buffer.concat([png.subarray(0, END_OF_HEADER), ...chunk, png.subarray(END_OF_HEADER)])
}
