/** The rules of a brief about how its pictures are taken. They are compared with what a file says, and bar no student. */
import { z } from 'zod'
import { Text, Timestamp } from './values/fields.ts'

/** Camera settings of a picture, as its file states them. Fields that the file does not state are absent. */
export const PictureExif = z.object({
  camera: z.string().optional(),
  lens: z.string().optional(),
  /** Millimeters. */
  focal_length: z.number().optional(),
  /** The f-number. */
  aperture: z.number().optional(),
  /** Seconds: `1/15` or `2.5`. */
  shutter: z.string().optional(),
  iso: z.int().optional(),
  /** By the clock of the camera, which is read in the zone of the run where the file names none. */
  taken_at: Timestamp.optional(),
})
export type PictureExif = z.infer<typeof PictureExif>

const SHUTTER = /^(?:1\/[1-9]\d{0,4}|\d{1,4}(?:\.\d{1,2})?)$/

/** Seconds, as cameras show them: `1/15`, `0.5` or `30`. */
const Shutter = Text.trim().regex(SHUTTER, 'must be seconds, such as 1/15 or 2')
const Millimeters = z.number().positive().max(10_000)
const FNumber = z.number().positive().max(1_000)
const Iso = z.int().positive().max(10_000_000)

export const BriefRules = z.object({
  shutter_at_least: Shutter.optional(),
  shutter_at_most: Shutter.optional(),
  focal_length_at_least: Millimeters.optional(),
  focal_length_at_most: Millimeters.optional(),
  aperture_at_least: FNumber.optional(),
  aperture_at_most: FNumber.optional(),
  iso_at_least: Iso.optional(),
  iso_at_most: Iso.optional(),
  /** Taken after the start of the run. */
  taken_after_start: z.boolean().optional(),
})
export type BriefRules = z.infer<typeof BriefRules>
export type BriefRule = keyof BriefRules

/** Returns the seconds of a shutter such as `1/15`. */
export function readSeconds(shutter: string): number {
  const [dividend, divisor = '1'] = shutter.split('/')
  return Number(dividend) / Number(divisor)
}

/** Cameras round: 1/15 may be 1/16 in a file. */
const TOLERANCE = 1.08

/** Returns the rules that a file does not meet. What the file does not say breaks no rule. @param startsAt of the run; null for none */
export function findUnmetRules(rules: BriefRules, exif: PictureExif, startsAt: number | null): BriefRule[] {
  const { shutter, focal_length, aperture, iso, taken_at } = exif
  const isBelow = (value: number | undefined, limit: number | undefined) =>
    value !== undefined && limit !== undefined && value * TOLERANCE < limit
  const isAbove = (value: number | undefined, limit: number | undefined) =>
    value !== undefined && limit !== undefined && value > limit * TOLERANCE
  const toSeconds = (text: string | undefined) => (text === undefined ? undefined : readSeconds(text))
  const seconds = toSeconds(shutter)
  const isUnmet: Record<BriefRule, boolean> = {
    shutter_at_least: isBelow(seconds, toSeconds(rules.shutter_at_least)),
    shutter_at_most: isAbove(seconds, toSeconds(rules.shutter_at_most)),
    focal_length_at_least: isBelow(focal_length, rules.focal_length_at_least),
    focal_length_at_most: isAbove(focal_length, rules.focal_length_at_most),
    aperture_at_least: isBelow(aperture, rules.aperture_at_least),
    aperture_at_most: isAbove(aperture, rules.aperture_at_most),
    iso_at_least: isBelow(iso, rules.iso_at_least),
    iso_at_most: isAbove(iso, rules.iso_at_most),
    taken_after_start:
      rules.taken_after_start === true && startsAt !== null && taken_at !== undefined && taken_at < startsAt,
  }
  return (Object.keys(isUnmet) as BriefRule[]).filter((rule) => isUnmet[rule])
}
