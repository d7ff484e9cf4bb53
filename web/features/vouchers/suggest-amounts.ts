/** Factors of a power of ten that make a round amount. */
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Minor units that a card provider takes in every currency. It takes more in some. */
const MAX_MINOR = 99_999_999

/**
 * Returns up to three round amounts of a voucher, lowest first: each pays for one of the cheapest, of the middle and of the dearest of
 * these prices. None where the prices are 0 or there are none.
 */
export function suggestAmounts(prices: readonly number[], decimals: number): number[] {
  const paid = prices.filter((price) => price > 0).toSorted((one, other) => one - other)
  const chosen = [paid[0], paid[Math.floor(paid.length / 2)], paid.at(-1)].filter((price) => price !== undefined)
  const maximum = MAX_MINOR / 10 ** decimals
  return [...new Set(chosen.map((price) => roundUp(price, maximum)).filter((amount) => amount !== null))]
}

/** A class costs no more than the provider takes, whose maximum consists of nines: it takes any amount with as many digits. */
function roundUp(price: number, maximum: number): number | null {
  const power = 10 ** Math.floor(Math.log10(price))
  const factor = ROUND.find((each) => each * power >= price) ?? 10
  const amount = Number((factor * power).toPrecision(2))
  return factor < 10 || amount <= maximum ? amount : null
}
