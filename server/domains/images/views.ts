/** The views of private pictures: AVIF only, which every present browser shows, in half the bytes of WebP (measured). */
import type { Variant } from './variants.ts'

/** Pixels along the longer side: of a strip, a phone, a screen, and for looking closely. */
export const VIEW_SIZES = [480, 960, 1920, 3840] as const

/** Higher than that of variants, because views are looked at closely. */
export const VIEW_QUALITY = 60

/** Returns the views of an image, which is the largest of them, largest first. @param isWide true if they are in Display P3 */
export function listViews({ width, height }: { width: number; height: number }, isWide: boolean): Variant[] {
  const longest = Math.max(width, height)
  const smaller = VIEW_SIZES.filter((size) => size < longest).map((size) => Math.round((width * size) / longest))
  const widths = new Set([width, ...smaller.toReversed()].map((each) => Math.max(1, each)))
  return [...widths].map((each) => ({ width: each, format: 'avif', isWide }))
}
