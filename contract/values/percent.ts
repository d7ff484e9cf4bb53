/** Percentages of amounts without floats, in ten-thousandths of a minor unit: an amount times hundredths of a percent. */

const SCALE = 10_000n

/** Returns an amount in ten-thousandths. */
export function scaleUp(amountMinor: number): bigint {
  return BigInt(amountMinor) * SCALE
}

/** Returns a percentage of an amount in ten-thousandths. @param percent of at most two decimals */
export function takePercent(amountMinor: number, percent: number): bigint {
  return BigInt(amountMinor) * BigInt(Math.round(percent * 100))
}

/** Rounds ten-thousandths half up to a multiple of `step` minor units. */
export function roundHalfUp(scaled: bigint, step: number): number {
  const unit = SCALE * BigInt(step)
  return Number((2n * scaled + unit) / (2n * unit)) * step
}
