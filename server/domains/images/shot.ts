/** Reads how a picture was taken, as values. Runs in the encoder's process, since the file is untrusted. */
import type { PictureExif } from '#contract/brief-rules.ts'
import { formatShutter, readAperture, readCamera, readFocalLength, readIso, readLens, readShutter } from './exposure.ts'
import type { Tags } from './image-tags.ts'
import { toLine } from './image-texts.ts'

/** Like the contract, but with the clock of the camera in place of an instant. */
export interface Shot extends Omit<PictureExif, 'taken_at'> {
  /** `2026-05-01T06:40:12`, and `+02:00` where the file names the offset. */
  taken?: string
  offset?: string
}

/** Larger numbers are faults of the file. */
const MAX_VALUE = 10_000_000

/** Returns what the file says; the rest is absent. */
export function readShot(tags: Tags): Shot {
  const seconds = formatShutter(readShutter(tags))
  const shot = {
    camera: readCamera(tags) || undefined,
    lens: readLens(tags) || undefined,
    focal_length: limit(readFocalLength(tags)),
    aperture: limit(readAperture(tags), 2),
    shutter: seconds?.replace(' s', ''),
    iso: limit(readIso(tags), 0),
    ...readTaken(tags),
  }
  return Object.fromEntries(Object.entries(shot).filter(([, value]) => value !== undefined))
}

function limit(value: number | null, decimals = 1): number | undefined {
  const rounded = value === null ? 0 : Number(value.toFixed(decimals))
  return rounded > 0 && rounded < MAX_VALUE ? rounded : undefined
}

/** A camera whose clock was never set writes zeros. XMP has the offset in the same text. An offset that no zone has is left out. */
function readTaken({ exif, xmp }: Tags): Pick<Shot, 'taken' | 'offset'> {
  const text = toLine(exif.DateTimeOriginal) || toLine(xmp.DateTimeOriginal) || toLine(xmp.DateCreated)
  const [, date, time, ownOffset] =
    /^([12]\d{3}[:-]\d\d[:-]\d\d)[ T](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  if (!date || !time) return {}
  const taken = `${date.replaceAll(':', '-')}T${time.length === 5 ? `${time}:00` : time}`
  if (Number.isNaN(Date.parse(`${taken}Z`))) return {}
  const [offset] = /^(?:Z|[+-]\d\d:\d\d)$/.exec(ownOffset ?? toLine(exif.OffsetTimeOriginal)) ?? []
  const isTime = offset !== undefined && !Number.isNaN(Date.parse(taken + offset))
  return { taken, ...(isTime && { offset }) }
}
