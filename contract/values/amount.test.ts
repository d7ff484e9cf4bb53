import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAmount } from './amount.ts'
import { CURRENCIES, currencyDecimals } from './currency.ts'
import { toMajor } from './money.ts'

const GROUPS = ['', ',', '.', ' ', '\u00a0', '\u202f', "'", '’']
const SIGNS = ['', '$', 'US$', '€', 'kr ', 'Kr. ', 'KWD ']
const ENDS = ['', ' €', '€', ' kr', ' kr.', ' EUR']

/** A number with a way of writing it. */
const notation = fc.record({
  minor: fc.integer({ min: 0, max: 99_999_999 }),
  currency: fc.constantFrom(...CURRENCIES.keys()),
  group: fc.constantFrom(...GROUPS),
  point: fc.constantFrom('.', ','),
  sign: fc.constantFrom(...SIGNS),
  end: fc.constantFrom(...ENDS),
})

describe('an amount', () => {
  it.each([
    ['149,50', 'usd', 149.5],
    ['149.50', 'usd', 149.5],
    ['149.5', 'usd', 149.5],
    ['1.234,50', 'usd', 1234.5],
    ['1,234.50', 'usd', 1234.5],
    ['1 234,50', 'usd', 1234.5],
    ["1'234.50", 'usd', 1234.5],
    ['1’234.50', 'chf', 1234.5],
    ['1.234.567', 'usd', 1_234_567],
    ['1.234.567,5', 'usd', 1_234_567.5],
    ['1 234', 'usd', 1234],
    ['149,-', 'nok', 149],
    [' kr. 149,50 ', 'nok', 149.5],
    ['1,250', 'kwd', 1.25],
    ['1.250', 'kwd', 1.25],
    ['1.250,500', 'kwd', 1250.5],
    ['12,500', 'jpy', 12_500],
    ['12.500', 'isk', 12_500],
    ['0', 'usd', 0],
  ])('%j in %s is %d', (text, currency, amount) => {
    expect(readAmount(text, currencyDecimals(currency))).toEqual({ amount })
  })

  it.each([
    ['1,234', 'usd', ['1234.00', '1.23']],
    ['1.234', 'eur', ['1234.00', '1.23']],
    ['149,500', 'usd', ['149500.00', '149.50']],
    ['$1,250', 'usd', ['1250.00', '1.25']],
    ['0.500', 'usd', ['0.50']],
    ['1234,500', 'usd', ['1234.50']],
  ])('%j in %s is asked back: %j', (text, currency, unclear) => {
    expect(readAmount(text, currencyDecimals(currency))).toEqual({ unclear })
  })

  it.each([
    ...[
      '',
      ' ',
      'free',
      '-5',
      '1,2,3',
      '1,23,456',
      '12.',
      '.5',
      '1..5',
      '1,234,5',
      '1.234,567.8',
      '1 234 5',
      '1,234.500,750',
      '12.5000',
    ],
    ...['1e5', '0x10', '١٢', '1 234.567,5', '0,123,456', '1,234 567', '12 34,5', '5 % off', '9'.repeat(60)],
  ])('%j is none', (text) => {
    expect(readAmount(text, 2)).toBeNull()
  })

  it('is read however it is grouped, with either point and any sign, or asked back', () => {
    fc.assert(
      fc.property(notation, ({ minor, currency, group, point, sign, end }) => {
        fc.pre(group !== point)
        const decimals = currencyDecimals(currency)
        const amount = toMajor(minor, currency)
        const [whole = '', fraction] = amount.toFixed(decimals).split('.')
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
        const text = sign + grouped + (fraction === undefined ? '' : point + fraction) + end
        const isUnclear = decimals === 2 && /^\d+[.,]\d{3}$/.test(grouped + (fraction ? point + fraction : ''))
        expect(readAmount(text, currencyDecimals(currency))).toEqual(
          isUnclear ? { unclear: expect.anything() } : { amount },
        )
      }),
      { numRuns: 3_000 },
    )
  })

  it('without decimals is asked back exactly where one separator is before three digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.constantFrom(',', '.'), (amount, group) => {
        const text = `${amount}`.replace(/\B(?=(\d{3})+$)/g, group)
        const isUnclear = amount >= 1_000 && amount < 1_000_000
        expect(readAmount(text, 2)).toEqual(
          isUnclear ? { unclear: [`${amount}.00`, expect.stringMatching(/^\d{1,3}\.\d\d$/)] } : { amount },
        )
      }),
    )
  })

  it('is read again as itself from each clear way that we name', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 999 }), (whole, fraction) => {
        const reading = readAmount(`${whole},${`${fraction}`.padStart(3, '0')}`, 2)
        const ways = reading && 'unclear' in reading ? reading.unclear : []
        expect(ways.length).toBeGreaterThan(0)
        for (const way of ways) expect(readAmount(way, 2)).toEqual({ amount: Number(way) })
      }),
    )
  })

  it('of any text takes no time and never fails', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d.,' $€-]{0,80}$/)), (text) => {
        const reading = readAmount(text, 2)
        if (reading && 'amount' in reading) expect(reading.amount).toBeGreaterThanOrEqual(0)
      }),
    )
    const from = process.cpuUsage()
    for (const part of ['1', '1,', ' 1', '1 ', 'a', '. ', "'"]) readAmount(part.repeat(1_000_000), 2)
    const { user, system } = process.cpuUsage(from)
    expect((user + system) / 1000).toBeLessThan(500)
  })
})
