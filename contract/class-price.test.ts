import { describe, expect, it } from 'vitest'
import { checkClassPrice } from './class-price.ts'

describe('the price of a class', () => {
  it.each([
    [0.5, 'usd'],
    [49.99, 'usd'],
    [999_999.99, 'usd'],
    [50, 'jpy'],
    [49.99, 'kwd'],
  ])('can be %d %s', (price, currency) => {
    expect(checkClassPrice(price, currency)).toBe(null)
  })

  it.each([
    [0.49, 'usd', 'price must be at least $0.50'],
    [-1, 'usd', 'price must be at least $0.50'],
    [9.999, 'usd', 'price has at most 2 decimals'],
    [1_000_000, 'usd', 'price must be at most $999,999.99'],
    [Number.NaN, 'usd', 'price must be at least $0.50'],
    [49.5, 'jpy', 'price has no decimals'],
    [49, 'jpy', 'price must be at least ¥50'],
    [49.995, 'kwd', 'the last digit of the price must be 0'],
  ])('cannot be %d %s: %s', (price, currency, problem) => {
    expect(checkClassPrice(price, currency)).toBe(problem)
  })
})
