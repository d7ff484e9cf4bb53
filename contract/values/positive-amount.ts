import { readAmount } from './amount.ts'

/** Returns an amount above 0 that is read, or null. */
export function readPositive(text: string, decimals: number): number | null {
  const reading = readAmount(text, decimals)
  return reading && 'amount' in reading && reading.amount > 0 ? reading.amount : null
}
