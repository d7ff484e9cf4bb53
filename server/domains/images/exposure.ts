/** Writes how an image was made. */
import { joinParts } from '#contract/values/join-parts.ts'
import type { Tags } from './image-tags.ts'
import { toLine } from './image-texts.ts'

/** The separator of the four values. */
const SEPARATOR = ' · '

/** Shutters of at least this many seconds may be decimals; shorter ones are fractions: `1/125 s`. */
const SHORTEST_DECIMAL = 0.3

/** The highest ISO that the 16 bits of ISOSpeedRatings contain. It stands for all higher ones. Source: CIPA DC-008, 4.6.5 */
const MAX_SHORT = 65_535

/**
 * Returns ISO, aperture, shutter and time of day, as far as the file has them: `ISO 100 · f/8 · 1/125 s · 06:40`. EXIF is read before
 * XMP, which editors write with other types for the same values.
 */
export function formatExposure(tags: Tags): string {
  const { exif, xmp } = tags
  const values = [
    formatIso(readIso(tags)),
    formatAperture(readAperture(tags)),
    formatShutter(readShutter(tags)),
    formatTime(exif.DateTimeOriginal) ?? formatTime(xmp.DateTimeOriginal) ?? formatTime(xmp.DateCreated),
  ]
  return values.filter((value) => value !== null).join(SEPARATOR)
}

/** Returns camera, lens and focal length, as far as the file has them: `Nikon Z 6 · NIKKOR Z 50mm f/1.8 S · 50 mm`. */
export function formatCamera(tags: Tags): string {
  const focalLength = readFocalLength(tags)
  const values = [readCamera(tags), readLens(tags), focalLength ? `${focalLength} mm` : null]
  return joinParts(values, SEPARATOR)
}

/** Returns the f-number, or null. */
export function readAperture({ exif, xmp }: Tags): number | null {
  return toNumber(exif.FNumber) ?? toNumber(xmp.FNumber) ?? toAperture(exif.ApertureValue ?? xmp.ApertureValue)
}

/** Returns the seconds of the exposure, or null. */
export function readShutter({ exif, xmp }: Tags): number | null {
  const apex = exif.ShutterSpeedValue ?? xmp.ShutterSpeedValue
  return toNumber(exif.ExposureTime) ?? toNumber(xmp.ExposureTime) ?? toSeconds(apex)
}

/** Returns millimeters with one decimal, or null. */
export function readFocalLength({ exif, xmp }: Tags): number | null {
  const millimeters = toNumber(exif.FocalLength) ?? toNumber(xmp.FocalLength)
  return millimeters && Number(millimeters.toFixed(1))
}

/** Returns maker and model of the camera; empty where the file does not say it. */
export function readCamera({ exif, xmp }: Tags): string {
  return formatModel(toLine(exif.Make ?? xmp.Make, MAX_PART), toLine(exif.Model ?? xmp.Model, MAX_PART))
}

export function readLens({ exif, xmp }: Tags): string {
  return toLine(exif.LensModel ?? xmp.LensModel ?? xmp.Lens, MAX_PART)
}

/** Characters of the name of a camera or a lens. */
const MAX_PART = 60

/** Many models begin with the name of their maker already. */
function formatModel(make: string, model: string): string {
  const [maker = ''] = make.split(' ')
  return model.toLowerCase().startsWith(maker.toLowerCase()) ? model : `${maker} ${model}`.trim()
}

export function readIso({ exif, xmp }: Tags): number | null {
  return findIso(exif) ?? findIso(xmp)
}

/** Returns the first sensitivity that is not the limit of its field. */
function findIso(tags: Tags['exif']): number | null {
  const names = [
    'ISOSpeedRatings',
    'PhotographicSensitivity',
    'RecommendedExposureIndex',
    'ISOSpeed',
    'StandardOutputSensitivity',
  ]
  const values = names.flatMap((name) => [tags[name]].flat()).map(toNumber)
  return values.find((iso) => iso !== null && iso !== MAX_SHORT) ?? null
}

/** Returns a positive number: a number, a fraction as two numbers, or a text such as `14/5` and `2.8`; null for anything else. */
export function toNumber(value: unknown): number | null {
  const number = toSignedNumber(value)
  return number !== null && number > 0 ? number : null
}

function toSignedNumber(value: unknown): number | null {
  const parts = typeof value === 'string' ? value.split('/') : [value].flat()
  if (parts.length > 2 || !parts.every(isNumeric)) return null
  const [dividend, divisor = 1] = parts.map(Number)
  const number = (dividend ?? Number.NaN) / divisor
  return Number.isFinite(number) ? number : null
}

function isNumeric(part: unknown): boolean {
  return typeof part === 'number' || (typeof part === 'string' && part.trim() !== '')
}

export function formatIso(iso: number | null): string | null {
  return iso === null || iso > 10_000_000 ? null : `ISO ${Math.round(iso)}`
}

/** Apertures below f/1 have two decimals, because f/0.95 is one of them. */
export function formatAperture(aperture: number | null): string | null {
  return aperture === null || aperture > 1000 ? null : `f/${Number(aperture.toFixed(aperture < 1 ? 2 : 1))}`
}

/** Writes `0.3 s` and `1/3 s` as the camera did, whichever is nearer to the value. */
export function formatShutter(seconds: number | null): string | null {
  if (seconds === null || seconds > 1_000_000) return null
  const decimal = Number(seconds.toFixed(1))
  const divisor = Math.round(1 / seconds)
  if (seconds >= SHORTEST_DECIMAL && isNear(decimal, seconds, 0.05)) return `${decimal} s`
  return divisor > 1 && isNear(1 / divisor, seconds, 0.1) ? `1/${divisor} s` : `${Number(seconds.toFixed(2))} s`
}

const isNear = (value: number, other: number, within: number) => Math.abs(value - other) <= within * other

/** The marks of cameras in thirds of a stop, from one on. A stop doubles a shutter, and is a factor of √2 of an aperture. */
const SHUTTERS = [
  1, 1.3, 1.6, 2, 2.5, 3, 4, 5, 6, 8, 10, 13, 15, 20, 25, 30, 40, 50, 60, 80, 100, 125, 160, 200, 250, 320, 400, 500,
  640, 800, 1000, 1250, 1600, 2000, 2500, 3200, 4000, 5000, 6400, 8000,
]
const APERTURES = [
  1, 1.1, 1.2, 1.4, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3.2, 3.5, 4, 4.5, 5, 5.6, 6.3, 7.1, 8, 9, 10, 11, 13, 14, 16, 18, 20,
  22, 25, 29, 32,
]

/** Returns the aperture of an APEX value. Source: CIPA DC-008, annex C */
function toAperture(value: unknown): number | null {
  const apex = toSignedNumber(value)
  return apex === null ? null : toMark(apex, Math.round(apex * 3), APERTURES, 2 ** (apex / 2))
}

/** Returns the seconds of an APEX value; it is negative for more than a second. */
function toSeconds(value: unknown): number | null {
  const apex = toSignedNumber(value)
  if (apex === null) return null
  const speed = toMark(Math.abs(apex), Math.round(Math.abs(apex) * 3), SHUTTERS, 2 ** Math.abs(apex))
  return apex < 0 ? speed : 1 / speed
}

/** Cameras round APEX values to thirds of a stop: such a value means the mark, and 7 is 1/125 s. Any other is exact. */
function toMark(apex: number, thirds: number, marks: number[], exact: number): number {
  return Math.abs(apex * 3 - thirds) < 0.05 ? (marks[thirds] ?? exact) : exact
}

/**
 * Returns the time of day of a moment. Midnight to the second is not a time: scans and cameras whose clock was never set have it. Nor
 * are the first days of the clocks of computers and of disks.
 * @param moment in the format of EXIF, `2026:05:01 06:40:12`, or of XMP, `2026-05-01T06:40:12+02:00`
 */
export function formatTime(moment: unknown): string | null {
  const [, hours, minutes, seconds = '00'] =
    /^(?!0000|19[78]0[:-]01[:-]01)\d{4}[:-](?!00)\d\d[:-](?!00)\d\d[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?/.exec(
      String(moment),
    ) ?? []
  return hours && minutes && `${hours}${minutes}${seconds}` !== '000000' ? `${hours}:${minutes}` : null
}
