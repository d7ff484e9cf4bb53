/** Scales images in light rather than in encoded values, so that stars stay as bright as they are. */
import type { Sharp } from 'sharp'

/** Pixels in sRGB or Display P3 with 8 bits, three channels or four with transparency. */
export interface Image {
  data: Buffer
  width: number
  height: number
  channels: 3 | 4
}

/** Differences of two neighbors in the color of their light: one that one sees, and one that few of these reach in noise. */
const COLOR_STEP = 64
const LARGE_COLOR_STEP = 128

/** The share of neighbors with a large step from which on one sees it, and the share of all steps that are large where it is no noise. */
const EDGE_SHARE = 1 / 50_000
const SHARE_OF_STEPS = 1 / 20

/** Returns whether an image has edges between colors, such as thin red lines, which fewer samples of color would blur. */
export function hasColorEdges({ data, width, height, channels }: Image): boolean {
  const row = width * channels
  let [pairs, steps, large] = [0, 0, 0]
  // Every second row, each with the next one: no line is missed.
  for (let top = 0; top < height - 1; top += 2)
    for (let at = top * row, end = at + row - channels; at < end; at += channels)
      for (const other of [at + channels, at + row]) {
        const step = measureStep(data, at, other)
        pairs++
        if (step > COLOR_STEP) steps++
        if (step > LARGE_COLOR_STEP) large++
      }
  return large > pairs * EDGE_SHARE && large > steps * SHARE_OF_STEPS
}

function measureStep(data: Buffer, one: number, other: number): number {
  const green = (data[one + 1] ?? 0) - (data[other + 1] ?? 0)
  const red = (data[one] ?? 0) - (data[other] ?? 0) - green
  const blue = (data[one + 2] ?? 0) - (data[other + 2] ?? 0) - green
  return Math.abs(red) + Math.abs(blue)
}

/** libvips makes 16 bits of a sample of 8 by this factor. Samples that have 16 bits already are 257 times those of 8. */
const createRounded = (factor: number) =>
  Uint8Array.from({ length: 65_536 }, (_, sample) => Math.min(255, Math.round(sample / factor)))
const ROUNDED = createRounded(256)
const ROUNDED_16_BITS = createRounded(257)

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
  const rounded = hasSixteenBits ? ROUNDED_16_BITS : ROUNDED
  const bytes = Buffer.allocUnsafe(samples.length)
  for (let index = 0; index < samples.length; index++) bytes[index] = rounded[samples[index] ?? 0] ?? 0
  return { data: bytes, width: info.width, height: info.height, channels: info.channels as 3 | 4 }
}
