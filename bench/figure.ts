/** One measured figure: what it is, what it came to, and what it must be. */
export interface Figure {
  what: string
  measured: string
  limit: string
  holds: boolean
}

/** The middle one of an odd number of measurements. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
