import { describe, expect, it } from 'vitest'
import { currencyDecimals, currencySign, formatPrice, minimumCharge, toMajor, toMinor } from './money.ts'

const format = (major: number, currency: string) => formatPrice(major, currency, currencySign(currency))

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
        expect(format(major, currency)).toBe(intl.format(major))
    },
  )

  it('is formatted with the decimals of its currency', () => {
    expect(format(149.5, 'usd')).toBe('$149.50')
    expect(format(500, 'jpy')).toBe('¥500')
    expect(format(1.5, 'kwd').replace(/\s/, ' ')).toBe('KWD 1.500')
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
})
