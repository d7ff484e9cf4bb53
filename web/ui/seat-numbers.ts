import { MAX_PARTY } from '#contract/values/limits.ts'

/** The numbers of seats that can be bought at once, as the options of a `Choice`. */
export const SEAT_NUMBERS = Array.from({ length: MAX_PARTY }, (_, index) => String(index + 1)).map((value) => {
  return { value, label: value }
})
