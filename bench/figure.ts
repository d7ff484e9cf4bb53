/** A measured figure with its limit. */
export interface Figure {
  what: string
  measured: string
  limit: string
  holds: boolean
}

/** Returns the median of an odd number of values. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

interface Bounded {
  what: string
  value: number
  max: number
  /** Printed after the number. */
  unit?: string
  digits: number
}

/** Creates a figure with an upper limit. NaN, for what could not be measured, does not hold. */
export function atMost({ what, value, max, unit = '', digits }: Bounded): Figure {
  return { what, measured: `${value.toFixed(digits)}${unit}`, limit: `≤ ${max}${unit}`, holds: value <= max }
}
