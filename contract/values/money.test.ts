import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CURRENCIES, currencyDecimals, readCurrency } from './currency.ts'
import {
  formatMajor,
  fromProviderAmount,
  maximumCharge,
  minimumCharge,
  toMajor,
  toMinor,
  toProviderAmount,
} from './money.ts'

describe('money', () => {
  it.each([
    [49.99, 'usd', 4999],
    [0.1, 'usd', 10],
    [1.1, 'usd', 110],
    [4.35, 'usd', 435],
    [500, 'jpy', 500],
    [1.234, 'kwd', 1234],
    [0, 'usd', 0],
  ])('%d %s is %d in minor units, and back', (major, currency, minor) => {
    expect(toMinor(major, currency)).toBe(minor)
    expect(toMajor(minor, currency)).toBe(major)
  })

  it.each([
    [49.999, 'usd'],
    [0.5, 'jpy'],
    [1.2345, 'kwd'],
    [-1, 'usd'],
    [Number.NaN, 'usd'],
    [Number.POSITIVE_INFINITY, 'usd'],
    [1e21, 'usd'],
    [1e-7, 'usd'],
  ])('%d is not a price in %s', (major, currency) => {
    expect(toMinor(major, currency)).toBeNull()
  })

  it('converts every price up to a hundred dollars to cents and back', () => {
    for (let minor = 0; minor <= 10_000; minor++) expect(toMinor(toMajor(minor, 'usd'), 'usd')).toBe(minor)
  })

  it.each(['usd', 'eur', 'nok', 'jpy', 'kwd', 'chf', 'inr'])(
    'in %s is formatted like Intl does in English',
    (currency) => {
      const digits = currencyDecimals(currency)
      const options = {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      } as const
      const intl = new Intl.NumberFormat('en-US', options)
      for (const major of [0, 0.5, 7, 49.99, 999, 1000, 12345.6, 999999, 1234567])
        expect(formatMajor(major, currency)).toBe(intl.format(major))
    },
  )

  it('is formatted with the decimals of its currency', () => {
    expect(formatMajor(149.5, 'usd')).toBe('$149.50')
    expect(formatMajor(500, 'jpy')).toBe('¥500')
    expect(formatMajor(1.5, 'kwd').replace(/\s/, ' ')).toBe('KWD 1.500')
  })

  it('has the card provider’s minimum, or half a unit without one', () => {
    expect(minimumCharge('usd')).toBe(50)
    expect(minimumCharge('jpy')).toBe(50)
    expect(minimumCharge('clp')).toBe(1)
    expect(minimumCharge('kwd')).toBe(500)
  })

  it('has none, two or three decimals', () => {
    expect(['jpy', 'usd', 'kwd'].map(currencyDecimals)).toEqual([0, 2, 3])
  })

  it('has the decimals of ISO 4217 and of the card provider, where Intl has those of daily use', () => {
    const codes = ['huf', 'idr', 'cop', 'pkr', 'twd', 'mga', 'isk', 'ugx']
    expect(codes.map(currencyDecimals)).toEqual([2, 2, 2, 2, 2, 0, 0, 0])
  })

  it.each([
    ['usd', 4999, 4999],
    ['jpy', 4999, 4999],
    ['kwd', 4990, 4990],
    ['isk', 4999, 499_900],
    ['ugx', 150_000, 15_000_000],
    ['idr', 999_999_999_999, 999_999_999_999],
  ])('in %s of %d in minor units is %d at the card provider, and back', (currency, minor, amount) => {
    expect(toProviderAmount(minor, currency)).toBe(amount)
    expect(fromProviderAmount(amount, currency)).toBe(minor)
  })

  it('of a part of a unit at the card provider is left out', () => {
    expect(fromProviderAmount(499_950, 'isk')).toBe(4999)
  })

  it.each([
    ['usd', 99_999_999],
    ['idr', 999_999_999_999],
    ['cop', 9_999_999_999],
    ['inr', 999_999_999],
    ['isk', 999_999],
    ['kwd', 99_999_990],
  ])('in %s is at most %d', (currency, maximum) => {
    expect(maximumCharge(currency)).toBe(maximum)
  })

  it('in every currency is charged as shown, in the steps of the card provider', () => {
    const zero = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
    const three = 'bhd jod kwd omr tnd'.split(' ')
    fc.assert(
      fc.property(fc.constantFrom(...CURRENCIES.keys()), fc.integer({ min: 1, max: 999_999 }), (code, units) => {
        const amount = toProviderAmount(toMinor(units, code) ?? 0, code)
        expect(amount).toBe(units * (zero.includes(code) ? 1 : three.includes(code) ? 1_000 : 100))
        expect(toMajor(fromProviderAmount(amount, code), code)).toBe(units)
        expect(amount % readCurrency(code).multiple).toBe(0)
      }),
      { numRuns: 2_000 },
    )
  })

  it('has whole minor units as its limits in every currency', () => {
    for (const code of CURRENCIES.keys()) {
      expect(Number.isSafeInteger(minimumCharge(code)) && minimumCharge(code) > 0, code).toBe(true)
      expect(Number.isSafeInteger(maximumCharge(code)), code).toBe(true)
    }
  })

  it('can be in SLE and XCG, and in no currency that has ended', () => {
    expect(['sle', 'xcg', 'zmw', 'omr', 'ugx'].filter((code) => !CURRENCIES.has(code))).toEqual([])
    expect(['bgn', 'ang', 'hrk', 'sll', 'std', 'zwl', 'mro', 'byr'].filter((code) => CURRENCIES.has(code))).toEqual([])
  })
})
