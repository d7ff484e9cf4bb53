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

interface Bounded {
  what: string
  value: number
  most: number
  /** As it is written behind the number. */
  unit?: string
  digits: number
}

/** A figure that may be as large as `most`; what could not be measured (NaN) does not hold. */
export function atMost({ what, value, most, unit = '', digits }: Bounded): Figure {
  return { what, measured: `${value.toFixed(digits)}${unit}`, limit: `≤ ${most}${unit}`, holds: value <= most }
}
