/** Color spaces by the codes of CICP, and the conversion of their pixels to sRGB. */

type Chromaticity = readonly [x: number, y: number]

export interface Primaries {
  red: Chromaticity
  green: Chromaticity
  blue: Chromaticity
  white: Chromaticity
}

/** Maps an encoded value to light, both from 0 to 1. */
export type Transfer = (encoded: number) => number

type Vector = [number, number, number]
type Matrix = [Vector, Vector, Vector]

const D65: Chromaticity = [0.3127, 0.329]
const C: Chromaticity = [0.31, 0.316]

export const BT709: Primaries = { red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: D65 }
export const P3: Primaries = { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: D65 }
const BT601: Primaries = { red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07], white: D65 }

/** Those that differ from sRGB's. Source: ITU-T H.273, table 2 */
export const PRIMARIES: Partial<Record<number, Primaries>> = {
  4: { red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: C },
  5: { red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06], white: D65 },
  6: BT601,
  7: BT601,
  8: { red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049], white: C },
  9: { red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046], white: D65 },
  11: { ...P3, white: [0.314, 0.351] },
  12: P3,
  22: { red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077], white: D65 },
}

/** Source: IEC 61966-2-1 */
export const SRGB: Transfer = (encoded) => (encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4)
const toSrgb = (light: number) => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)

export const toGammaTransfer =
  (exponent: number): Transfer =>
  (encoded) =>
    encoded ** exponent

/** Those that differ from sRGB's. Cameras' video curves (1, 6, 14, 15) are shown as sRGB by browsers. Source: ITU-T H.273, table 3 */
export const TRANSFERS: Partial<Record<number, Transfer>> = {
  4: toGammaTransfer(2.2),
  5: toGammaTransfer(2.8),
  8: (encoded) => encoded,
  17: (encoded) => (52.37 / 48) * encoded ** 2.6,
}

/** PQ and HLG. */
export const HDR_TRANSFERS = [16, 18]

const MAX_SAMPLE = 65_535

/**
 * Converts samples of 16 bits to 8 bits with the transfer of sRGB: one or three channels, and a last one for transparency.
 * @param target the primaries of the result
 * @returns three or four channels
 */
export function convertColors(
  samples: Uint16Array,
  channels: number,
  { primaries, transfer }: { primaries: Primaries | null; transfer: Transfer },
  target: Primaries = BT709,
): { data: Buffer; channels: 3 | 4 } {
  const isGray = channels < 3
  const hasAlpha = channels % 2 === 0
  const resultChannels = hasAlpha ? 4 : 3
  const light = Float64Array.from({ length: MAX_SAMPLE + 1 }, (_, sample) => clamp(transfer(sample / MAX_SAMPLE)))
  const encoded = Uint8Array.from({ length: MAX_SAMPLE + 1 }, (_, value) =>
    Math.round(255 * toSrgb(value / MAX_SAMPLE)),
  )
  const encode = (value: number) => encoded[Math.round(clamp(value) * MAX_SAMPLE)] ?? 0
  const [toRed, toGreen, toBlue] = (primaries ?? BT709) === target ? IDENTITY : toMatrix(primaries ?? BT709, target)
  const data = Buffer.alloc((samples.length / channels) * resultChannels)
  for (let from = 0, to = 0; from < samples.length; from += channels, to += resultChannels) {
    const red = light[samples[from] ?? 0] ?? 0
    const green = isGray ? red : (light[samples[from + 1] ?? 0] ?? 0)
    const blue = isGray ? red : (light[samples[from + 2] ?? 0] ?? 0)
    data[to] = encode(toRed[0] * red + toRed[1] * green + toRed[2] * blue)
    data[to + 1] = encode(toGreen[0] * red + toGreen[1] * green + toGreen[2] * blue)
    data[to + 2] = encode(toBlue[0] * red + toBlue[1] * green + toBlue[2] * blue)
    if (hasAlpha) data[to + 3] = (samples[from + channels - 1] ?? 0) >> 8
  }
  return { data, channels: resultChannels }
}

const clamp = (value: number) => Math.min(1, Math.max(0, value))

const IDENTITY: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** Returns the matrix between linear RGB of two color spaces. The white of `target` is D65. */
function toMatrix(primaries: Primaries, target: Primaries): Matrix {
  return multiply(invert(toXyz(target)), multiply(adaptation(primaries.white), toXyz(primaries)))
}

/** Distance from the colors of sRGB, in light from 0 to 1, that is visible. */
const OUTSIDE = 0.02
/** Part of the pixels that makes a difference. */
const MIN_PART = 0.001

/** Returns whether an image in Display P3 has colors that sRGB lacks. */
export function hasWideColors({ data, channels }: { data: Uint8Array; channels: number }): boolean {
  const matrix = toMatrix(P3, BT709)
  const light = Float64Array.from({ length: 256 }, (_, value) => SRGB(value / 255))
  let outside = 0
  for (let at = 0; at < data.length; at += channels) {
    const color: Vector = [light[data[at] ?? 0] ?? 0, light[data[at + 1] ?? 0] ?? 0, light[data[at + 2] ?? 0] ?? 0]
    if (apply(matrix, color).some((value) => value < -OUTSIDE || value > 1 + OUTSIDE)) outside++
  }
  return outside > (MIN_PART * data.length) / channels
}

/** Returns the matrix from linear RGB to XYZ. Source: SMPTE RP 177 */
function toXyz({ red, green, blue, white }: Primaries): Matrix {
  const columns = [red, green, blue].map(toVector)
  const [r, g, b] = columns
  if (!r || !g || !b) throw new Error('three primaries are needed')
  const base: Matrix = [
    [r[0], g[0], b[0]],
    [r[1], g[1], b[1]],
    [r[2], g[2], b[2]],
  ]
  const scale = apply(invert(base), toVector(white))
  return base.map((row) => row.map((value, index) => value * (scale[index] ?? 0))) as Matrix
}

function toVector([x, y]: Chromaticity): Vector {
  return [x / y, 1, (1 - x - y) / y]
}

/** Source: the Bradford transform, ICC.1 (4.4), annex E */
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

/** Returns the matrix that adapts XYZ from a white to D65. */
function adaptation(white: Chromaticity): Matrix {
  const from = apply(BRADFORD, toVector(white))
  const to = apply(BRADFORD, toVector(D65))
  const scale = BRADFORD.map((row, index) =>
    row.map((value) => (value * (to[index] ?? 0)) / (from[index] ?? 1)),
  ) as Matrix
  return multiply(invert(BRADFORD), scale)
}

function apply(matrix: Matrix, [x, y, z]: Vector): Vector {
  return matrix.map(([a, b, c]) => a * x + b * y + c * z) as Vector
}

function multiply(left: Matrix, right: Matrix): Matrix {
  const column = (index: number) => right.map((row) => row[index]) as Vector
  const columns = [0, 1, 2].map((index) => apply(left, column(index)))
  return [0, 1, 2].map((row) => columns.map((each) => each[row])) as Matrix
}

function invert([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  const cofactors: Matrix = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ]
  return cofactors.map((row) => row.map((value) => value / determinant)) as Matrix
}

/** Light in steps, so that a sum of three is the index of a sample. */
const STEPS = 16_383
const SAMPLES = Uint8Array.from({ length: STEPS + 1 }, (_, light) => Math.round(255 * toSrgb(light / STEPS)))

/** Light in steps of each sample, for each entry of the matrix. A row of the matrix has three times 256. */
const ROW = 3 * 256
const LIGHT = Int32Array.from(
  toMatrix(P3, BT709).flatMap((row) =>
    row.flatMap((factor) =>
      Array.from({ length: 256 }, (_, sample) => Math.round(STEPS * factor * SRGB(sample / 255))),
    ),
  ),
)

/** Returns samples in Display P3 as samples in sRGB, with the nearest of the colors that it lacks. */
export function convertP3ToSrgb(samples: Uint8Array, channels: 3 | 4): Buffer {
  const data = Buffer.from(samples)
  for (let at = 0; at < samples.length; at += channels) {
    const red = samples[at] ?? 0
    const green = 256 + (samples[at + 1] ?? 0)
    const blue = 512 + (samples[at + 2] ?? 0)
    data[at] = addLight(red, green, blue)
    data[at + 1] = addLight(red + ROW, green + ROW, blue + ROW)
    data[at + 2] = addLight(red + 2 * ROW, green + 2 * ROW, blue + 2 * ROW)
  }
  return data
}

/** Returns the sample of the sum of three entries of `LIGHT`. */
function addLight(one: number, other: number, third: number): number {
  const light = (LIGHT[one] ?? 0) + (LIGHT[other] ?? 0) + (LIGHT[third] ?? 0)
  return SAMPLES[Math.max(0, Math.min(light, STEPS))] ?? 0
}
