/** Scales images in light rather than in encoded values, so that stars stay as bright as they are. */
import type { Sharp } from 'sharp'

/** Pixels in sRGB or Display P3 with 8 bits, three channels or four with transparency. */
export interface Image {
  data: Buffer
  width: number
  height: number
  channels: 3 | 4
}

/** Difference of two neighbors in the color of their light, and the share of neighbors that differ more, from which on one sees it. */
const COLOR_STEP = 64
const EDGE_SHARE = 1 / 50_000

/** Returns whether an image has edges between colors, such as thin red lines, which fewer samples of color would blur. */
export function hasColorEdges({ data, width, height, channels }: Image): boolean {
  const [rows, row] = [height - 1, width * channels]
  const max = (width - 1) * rows * 2 * EDGE_SHARE
  let edges = 0
  for (let y = 0; y < rows; y++)
    for (let at = y * row, end = at + row - channels; at < end; at += channels) {
      if (differ(data, at, at + channels)) edges++
      if (differ(data, at, at + row)) edges++
      if (edges > max) return true
    }
  return false
}

function differ(data: Buffer, one: number, other: number): boolean {
  const green = (data[one + 1] ?? 0) - (data[other + 1] ?? 0)
  const red = (data[one] ?? 0) - (data[other] ?? 0) - green
  const blue = (data[one + 2] ?? 0) - (data[other + 2] ?? 0) - green
  return Math.abs(red) + Math.abs(blue) > COLOR_STEP
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
