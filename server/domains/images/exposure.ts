/** Reads how an image was made from its EXIF. Runs in the encoder's process, since the file is untrusted. */
import ExifReader from 'exifreader'

/** The separator of the four values. */
const SEPARATOR = ' · '

/** Shutters of at least this many seconds are decimals; shorter ones are fractions: `1/125 s`. */
const SHORTEST_DECIMAL = 0.3

/** Returns ISO, aperture, shutter and time of day, as far as the file has them: `ISO 100 · f/8 · 1/125 s · 06:40`. */
export async function readExposure(file: string): Promise<string> {
  try {
    const tags = await ExifReader.load(file, { async: true })
    const values = [
      formatIso(toNumber(tags.ISOSpeedRatings?.value)),
      formatAperture(toNumber(tags.FNumber?.value)),
      formatShutter(toNumber(tags.ExposureTime?.value)),
      formatTime(tags.DateTimeOriginal?.description),
    ]
    return values.filter((value) => value !== null).join(SEPARATOR)
  } catch {
    return ''
  }
}

/** Returns a positive number of a tag, which may be a fraction of two numbers or a list; null for anything else. */
export function toNumber(value: unknown): number | null {
  const isFraction = Array.isArray(value) && value.length === 2
  const number = isFraction ? Number(value[0]) / Number(value[1]) : Number(Array.isArray(value) ? value[0] : value)
  return Number.isFinite(number) && number > 0 ? number : null
}

export function formatIso(iso: number | null): string | null {
  return iso === null || iso > 10_000_000 ? null : `ISO ${Math.round(iso)}`
}

export function formatAperture(aperture: number | null): string | null {
  return aperture === null || aperture > 1000 ? null : `f/${Number(aperture.toFixed(1))}`
}

export function formatShutter(seconds: number | null): string | null {
  if (seconds === null || seconds > 1_000_000) return null
  return seconds < SHORTEST_DECIMAL ? `1/${Math.round(1 / seconds)} s` : `${Number(seconds.toFixed(1))} s`
}

/** @param moment in the format of EXIF: `2026:05:01 06:40:12` */
export function formatTime(moment: string | undefined): string | null {
  return (
    /^\d{4}:\d\d:\d\d ([01]\d|2[0-3]):([0-5]\d)/
      .exec(moment ?? '')
      ?.slice(1, 3)
      .join(':') ?? null
  )
}
