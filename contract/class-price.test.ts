import { describe, expect, it } from 'vitest'
import { checkClassPrice, readClassPrice } from './class-price.ts'

describe('the price of a class', () => {
  it.each([
    [0.5, 'usd'],
    [49.99, 'usd'],
    [999_999.99, 'usd'],
    [50, 'jpy'],
    [49.99, 'kwd'],
    [4999, 'isk'],
    [999_999, 'ugx'],
    [9_999_999_999.99, 'idr'],
    [50, 'krw'],
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
    [4999.5, 'isk', 'price has no decimals'],
    [150_000.5, 'ugx', 'price has no decimals'],
    [49, 'krw', 'price must be at least ₩50'],
    [1_000_000, 'isk', 'price must be at most ISK\u00a0999,999'],
    [1e19, 'usd', 'price must be at most $999,999.99'],
    [50, 'bgn', 'price must be in another currency: no card pays BGN'],
  ])('cannot be %d %s: %s', (price, currency, problem) => {
    expect(checkClassPrice(price, currency)).toBe(problem)
  })
})

describe('a price that somebody types', () => {
  it.each([
    ['149,50', 'usd', { price: 149.5 }],
    ["1'234.50", 'chf', { price: 1234.5 }],
    ['12.500', 'isk', { price: 12_500 }],
    ['1,234', 'usd', { problem: 'price is unclear: write 1234.00 or 1.23' }],
    ['free', 'usd', { problem: 'price must be an amount, such as 1250.50' }],
    ['a lot', 'kwd', { problem: 'price must be an amount, such as 1250.500' }],
    ['0,49', 'usd', { problem: 'price must be at least $0.50' }],
    ['149,555', 'kwd', { problem: 'the last digit of the price must be 0' }],
  ])('as %j in %s is %j', (text, currency, result) => {
    expect(readClassPrice(text, currency)).toEqual(result)
  })
})
