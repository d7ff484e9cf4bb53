import type { Run } from '#contract/runs.ts'

/** Returns the first date with a free seat that is not over, or the first of all. */
export function chooseDate<D extends Pick<Run, 'seats' | 'ends_at'>>(
  dates: readonly D[],
  now = Date.now(),
): D | undefined {
  return dates.find(({ seats, ends_at }) => seats > 0 && (ends_at === null || ends_at > now)) ?? dates[0]
}
