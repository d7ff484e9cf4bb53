/** Compares the visits of a page with those of its bare page. */
import { atMost, type Figure, median } from '../figure.ts'
import type { Observed } from './observed.ts'

/** Seconds after the bare page, and milliseconds. */
const MAX = { firstPaint: 0.2, firstPicture: 0.6, largestPaint: 0.4, shift: 0, task: 150 }

export interface Reading {
  loaded: Observed
  scrolled: Observed
  kilobytes: number
  requests: string[]
}

export interface Pair {
  ours: Reading
  bare: Reading
}

/** Returns the figures of a page. */
export function compare(page: string, pairs: Pair[]): Figure[] {
  const middle = (take: (observed: Observed) => number | null | undefined, of: keyof Pair = 'ours') =>
    median(pairs.map((pair) => take(pair[of].loaded) ?? Number.NaN))
  const later = (what: string, max: number, take: (observed: Observed) => number | null | undefined): Figure => {
    const [ours, bare] = [middle(take) / 1000, middle(take, 'bare') / 1000]
    return {
      what: `Slow phone, ${page}: ${what}`,
      measured: `${ours.toFixed(2)} s, ${(ours - bare).toFixed(2)} s after the bare page`,
      limit: `≤ ${max} s after it`,
      holds: ours - bare <= max,
    }
  }
  const shift = median(pairs.map(({ ours }) => ours.scrolled.shift))
  const task = { value: middle(({ longestTask }) => longestTask), max: MAX.task, unit: ' ms', digits: 0 }
  return [
    later('first paint', MAX.firstPaint, ({ firstPaint }) => firstPaint),
    ...(page === '/' ? [later('first slide’s picture', MAX.firstPicture, (it) => it.firstPicture)] : []),
    ...(page.startsWith('/classes') ? [later('largest paint', MAX.largestPaint, (it) => it.largestPaint?.at)] : []),
    atMost({ what: `Slow phone, ${page}: layout shift to the end`, value: shift, max: MAX.shift, digits: 3 }),
    atMost({ what: `Slow phone, ${page}: longest task`, ...task }),
  ]
}
