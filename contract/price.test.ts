import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Coupon, type Means, price, type SeatLine } from './price.ts'
import { minimumCharge, readAmountStep } from './values/money.ts'

const seats = (...amounts: number[]): SeatLine[] =>
  amounts.map((amountMinor, index) => ({ key: `seat ${index}`, classId: `class ${index}`, amountMinor }))
const off = (kind: Coupon['kind'], value: number, classIds: string[] | null = null): Coupon => ({
  kind,
  value,
  classIds,
})
const pay = (amounts: number[], means: Partial<Means> = {}, currency = 'usd') =>
  price(seats(...amounts), { coupon: null, vouchers: [], credit: 0, ...means }, currency)
/** Lists the price of each seat after its discounts. */
const listCosts = (amounts: number[], { lines }: ReturnType<typeof price>) =>
  amounts.map((_, index) =>
    lines.filter(({ key }) => key === `seat ${index}`).reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  )
const costs = (amounts: number[], coupon: Coupon, currency = 'usd') =>
  listCosts(amounts, pay(amounts, { coupon }, currency))

describe('the price of an order', () => {
  it('is the sum of its seats, due by card', () => {
    expect(pay([4900, 12_000])).toEqual({
      lines: [
        { kind: 'seat', key: 'seat 0', amountMinor: 4900, reason: null },
        { kind: 'seat', key: 'seat 1', amountMinor: 12_000, reason: null },
      ],
      ...{ totalMinor: 16_900, vouchersMinor: [], creditMinor: 0, dueMinor: 16_900 },
    })
  })

  it('is reduced by a percentage, rounded once for the order', () => {
    expect(costs([10_000], off('percent', 33.33))).toEqual([6667])
    // Three times 33.33 % of 33.33 are 11.11 each; of the sum they are 33.33.
    expect(costs([3333, 3333, 3333], off('percent', 33.33))).toEqual([2222, 2222, 2222])
    expect(pay([101, 101], { coupon: off('percent', 50) }).totalMinor).toBe(101)
  })

  it('gives the cent that is left over to the dearest seat', () => {
    expect(costs([1000, 2000, 1000], off('amount', 1000))).toEqual([750, 1500, 750])
    expect(costs([1000, 1000, 1001], off('amount', 100))).toEqual([967, 967, 967])
    expect(costs([1001, 1000, 1000], off('amount', 100))).toEqual([967, 967, 967])
    expect(costs([1000, 1000, 1000], off('amount', 100))).toEqual([966, 967, 967])
  })

  it('gives cents that are left over to the next seat once the dearest costs nothing', () => {
    expect(costs([1, 1, 1], off('amount', 2))).toEqual([0, 0, 0])
    expect(pay([1, 1, 1], { coupon: off('amount', 2) }).lines).toContainEqual({
      ...{ kind: 'discount', key: 'seat 1', amountMinor: -1, reason: 'coupon' },
    })
  })

  it('is reduced for the classes of the coupon only', () => {
    expect(costs([1000, 2000, 3000], off('percent', 10, ['class 0', 'class 2']))).toEqual([900, 2000, 2700])
    expect(costs([1000, 2000], off('amount', 5000, ['class 1']))).toEqual([1000, 0])
    expect(pay([1000], { coupon: off('percent', 10, []) }).lines).toHaveLength(1)
  })

  it('is never below nothing', () => {
    const { totalMinor, dueMinor } = pay([1000, 500], { coupon: off('amount', 9900), vouchers: [700], credit: 300 })
    expect([totalMinor, dueMinor]).toEqual([0, 0])
    expect(pay([1000], { coupon: off('percent', 100) })).toMatchObject({ totalMinor: 0, dueMinor: 0 })
  })

  it('is paid with vouchers in their order, then credit, then the card', () => {
    const paid = pay([10_000], { vouchers: [3000, 4000], credit: 2000 })
    expect(paid).toMatchObject({ totalMinor: 10_000, vouchersMinor: [3000, 4000], creditMinor: 2000, dueMinor: 1000 })
    expect(pay([10_000], { vouchers: [9000, 4000], credit: 2000 })).toMatchObject({
      ...{ vouchersMinor: [9000, 1000], creditMinor: 0, dueMinor: 0 },
    })
  })

  it('is less by a rest that is below the smallest charge of the card provider', () => {
    const paid = pay([10_000], { vouchers: [9960] })
    expect(paid.lines.at(-1)).toEqual({ kind: 'discount', key: 'seat 0', amountMinor: -40, reason: 'below_minimum' })
    expect(paid).toMatchObject({ totalMinor: 9960, vouchersMinor: [9960], dueMinor: 0 })
    expect(pay([10_000], { vouchers: [9950] }).dueMinor).toBe(50)
    expect(pay([10_000], { coupon: off('percent', 99.9) })).toMatchObject({ totalMinor: 0, dueMinor: 0 })
  })

  it('is nothing where a percentage of a cent rounds to nothing, since no card takes a cent', () => {
    expect(pay([1], { coupon: off('percent', 33.33) })).toMatchObject({
      lines: [{ kind: 'seat' }, { kind: 'discount', amountMinor: -1, reason: 'below_minimum' }],
      ...{ totalMinor: 0, dueMinor: 0 },
    })
  })

  it.each([
    ['isk', [4999], 33.33, [3333]],
    ['jpy', [101, 99], 50, [50, 50]],
    ['kwd', [10_010], 50, [5000]],
    ['kwd', [10_000, 10_010], 0.1, [10_000, 9990]],
  ])('in %s of %j at %d percent is in steps that the card provider takes', (currency, amounts, percent, expected) => {
    expect(costs(amounts, off('percent', percent), currency)).toEqual(expected)
  })

  it('adds up for every order', () => {
    const orders = fc.record({
      currency: fc.constantFrom('usd', 'jpy', 'isk', 'kwd', 'idr'),
      units: fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 6 }),
      coupon: fc.option(
        fc.record({
          kind: fc.constantFrom('percent' as const, 'amount' as const),
          value: fc.integer({ min: 1, max: 10_000 }).map((value) => value / 100),
          isOfSome: fc.boolean(),
        }),
      ),
      vouchers: fc.array(fc.integer({ min: 0, max: 9_999_999 }), { maxLength: 3 }),
      credit: fc.integer({ min: 0, max: 99_999_999 }),
    })
    fc.assert(
      fc.property(orders, ({ currency, units, coupon, vouchers, credit }) => {
        const step = readAmountStep(currency)
        const amounts = units.map((unit) => unit * step)
        const value = coupon?.kind === 'amount' ? Math.round((coupon.value ?? 0) * 100) * step : (coupon?.value ?? 0)
        const means: Means = {
          coupon: coupon && off(coupon.kind, value, coupon.isOfSome ? ['class 0', 'class 1'] : null),
          ...{ vouchers, credit },
        }
        const { lines, totalMinor, vouchersMinor, creditMinor, dueMinor } = pay(amounts, means, currency)
        const sum = (list: number[]) => list.reduce((all, amount) => all + amount, 0)
        expect(sum(lines.map(({ amountMinor }) => amountMinor))).toBe(totalMinor)
        expect(totalMinor - creditMinor - sum(vouchersMinor)).toBe(dueMinor)
        expect(dueMinor === 0 || dueMinor >= minimumCharge(currency)).toBe(true)
        expect(creditMinor).toBeLessThanOrEqual(credit)
        for (const [index, used] of vouchersMinor.entries()) expect(used).toBeLessThanOrEqual(vouchers[index] ?? 0)
        for (const amount of [...lines.map(({ amountMinor }) => amountMinor), dueMinor, creditMinor])
          expect(Math.abs(amount % step)).toBe(0)
        for (const [index, cost] of listCosts(amounts, { lines } as ReturnType<typeof price>).entries()) {
          expect(cost).toBeGreaterThanOrEqual(0)
          expect(cost).toBeLessThanOrEqual(amounts[index] ?? 0)
        }
      }),
      { numRuns: 5_000 },
    )
  })
})
