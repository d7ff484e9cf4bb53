/** Factors of a power of ten that make a round amount. */
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Minor units of the largest amount that a card provider takes in every currency. */
const MAX_MINOR = 99_999_999

/**
 * Returns up to three round amounts of a voucher, lowest first: each pays for one of the cheapest, of the middle and of the dearest of
 * these prices. None where the prices are 0 or there are none.
 */
export function suggestAmounts(prices: readonly number[], decimals: number): number[] {
  const paid = prices.filter((price) => price > 0).toSorted((one, other) => one - other)
  const chosen = [paid[0], paid[Math.floor(paid.length / 2)], paid.at(-1)].filter((price) => price !== undefined)
  const amounts = new Set(chosen.map(roundUp))
  return [...amounts].filter((amount) => amount * 10 ** decimals <= MAX_MINOR)
}

function roundUp(price: number): number {
  const power = 10 ** Math.floor(Math.log10(price))
  const factor = ROUND.find((each) => each * power >= price) ?? 10
  return Number((factor * power).toPrecision(2))
}
