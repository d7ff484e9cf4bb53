/** Scales images in light rather than in encoded values, so that stars stay as bright as they are. */
import type { Sharp } from 'sharp'

/** Pixels in sRGB or Display P3 with 8 bits, three channels or four with transparency. */
export interface Image {
  data: Buffer
  width: number
  height: number
  channels: 3 | 4
}

/** libvips makes 16 bits of a sample of 8 by this factor. Samples that have 16 bits already are 257 times those of 8. */
const FACTOR = 256
const FACTOR_OF_16_BITS = 257

/** Returns the pixels of a pipeline that scales an image in color. sharp's own way back to 8 bits cuts the fraction off. */
export function scaleInLight(image: Sharp, options?: { hasSixteenBits: boolean }): Promise<Image> {
  return readPixels(image.gamma(), options)
}

/** Returns the pixels of a pipeline in color, computed with 16 bits. */
export async function readPixels(image: Sharp, { hasSixteenBits = false } = {}): Promise<Image> {
  const { data, info } = await image
    .pipelineColourspace('rgb16')
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true })
  const samples = new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
  const factor = hasSixteenBits ? FACTOR_OF_16_BITS : FACTOR
  const bytes = Buffer.alloc(samples.length)
  for (let index = 0; index < samples.length; index++)
    bytes[index] = Math.min(255, Math.round((samples[index] ?? 0) / factor))
  return { data: bytes, width: info.width, height: info.height, channels: info.channels as 3 | 4 }
}
