import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  listQuotes,
  type PaidSeat,
  quote,
  quoteResale,
  type RefundDates,
  type RefundRules,
  type RefundStep,
} from './quote.ts'
import { readAmountStep } from './values/money.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const PAID_AT = Date.UTC(2027, 0, 1)
const STARTS_AT = Date.UTC(2027, 2, 1)

const step = (hoursBefore: number, refundPercent: number, more: Partial<RefundStep> = {}): RefundStep => {
  return { hoursBefore, refundPercent, creditPercent: 0, feeMinor: 0, ...more }
}
const toRules = (steps: RefundStep[], more: Partial<RefundRules> = {}): RefundRules => {
  return { freeDays: 0, steps, minimumFeeMinor: 0, ...more }
}
/** Dates without changes of clocks. */
const toDates = ({ steps }: RefundRules, startsAt: number | null = STARTS_AT): RefundDates => {
  const ends = steps.map(({ hoursBefore }) => (startsAt ?? 0) - hoursBefore * HOUR)
  return { startsAt, countedStart: startsAt, steps: ends, fullUntil: null }
}
const paid = (amountMinor: number, more: Partial<PaidSeat> = {}): PaidSeat => {
  return { amountMinor, returnedMinor: 0, currency: 'usd', paidAt: PAID_AT, ...more }
}
const quoteAt = (rules: RefundRules, seat: PaidSeat, at: number) => quote(rules, toDates(rules), seat, at)
const sums = ({ refundMinor, creditMinor, feeMinor }: { refundMinor: number; creditMinor: number; feeMinor: number }) =>
  [refundMinor, creditMinor, feeMinor] as const

/** 100 % until 14 days, then 50 % less a fee until 2 days before the start. */
const TWO_STEPS = toRules([step(48, 50, { feeMinor: 1500 }), step(336, 100)])

describe('what comes back for a seat', () => {
  it('is by the step with the most hours that is still ahead', () => {
    const at = (hours: number) => quoteAt(TWO_STEPS, paid(24_000), STARTS_AT - hours * HOUR)
    expect(at(400)).toMatchObject({ refundMinor: 24_000, until: STARTS_AT - 336 * HOUR })
    expect(at(300)).toEqual({
      ...{ refundMinor: 10_500, creditMinor: 0, feeMinor: 1500, baseMinor: 24_000, leftMinor: 24_000 },
      until: STARTS_AT - 48 * HOUR,
      reason: { code: 'STEP', hoursBefore: 48, refundPercent: 50, creditPercent: 0 },
    })
  })

  it('changes after the last moment of a step, not before', () => {
    const deadline = STARTS_AT - 336 * HOUR
    expect(quoteAt(TWO_STEPS, paid(24_000), deadline)?.refundMinor).toBe(24_000)
    expect(quoteAt(TWO_STEPS, paid(24_000), deadline + 1)?.refundMinor).toBe(10_500)
  })

  it('is nothing where no step is ahead, and no seat is given up once the run has begun', () => {
    const late = quoteAt(TWO_STEPS, paid(24_000), STARTS_AT - HOUR)
    expect(late).toMatchObject({ refundMinor: 0, creditMinor: 0, feeMinor: 0, until: STARTS_AT })
    expect(late?.reason).toEqual({ code: 'NO_STEP' })
    expect(quoteAt(TWO_STEPS, paid(24_000), STARTS_AT)).not.toBeNull()
    expect(quoteAt(TWO_STEPS, paid(24_000), STARTS_AT + 1)).toBeNull()
  })

  it('is everything in the free days after paying, and never after the start', () => {
    const rules = toRules([step(0, 10)], { freeDays: 14, minimumFeeMinor: 500 })
    expect(quoteAt(rules, paid(24_000), PAID_AT + 14 * DAY)).toMatchObject({
      ...{ refundMinor: 24_000, feeMinor: 0, until: PAID_AT + 14 * DAY, reason: { code: 'FREE_DAYS', days: 14 } },
    })
    expect(quoteAt(rules, paid(24_000), PAID_AT + 14 * DAY + 1)?.refundMinor).toBe(2400)
    const late = paid(24_000, { paidAt: STARTS_AT - DAY })
    expect(quoteAt(rules, late, STARTS_AT)).toMatchObject({ refundMinor: 24_000, until: STARTS_AT })
    expect(quoteAt(rules, late, STARTS_AT + 1)).toBeNull()
  })

  it('counts from another start where the date was moved', () => {
    const at = (countedStart: number, time: number) =>
      quote(TWO_STEPS, { ...toDates(TWO_STEPS, countedStart), startsAt: STARTS_AT }, paid(24_000), time)
    const [earlier, later] = [STARTS_AT - 10 * DAY, STARTS_AT + 10 * DAY]
    expect(at(earlier, STARTS_AT - 15 * DAY)).toMatchObject({ refundMinor: 10_500, until: earlier - 48 * HOUR })
    expect(at(earlier, STARTS_AT - 9 * DAY)).toMatchObject({ refundMinor: 0, until: STARTS_AT })
    expect(at(later, STARTS_AT - 5 * DAY)).toMatchObject({ refundMinor: 24_000, until: later - 336 * HOUR })
    expect(at(later, STARTS_AT)).toMatchObject({ refundMinor: 10_500, until: STARTS_AT })
    expect(at(later, STARTS_AT + 1)).toBeNull()
  })

  it('is everything for some days after the school has moved the date, and never after the start', () => {
    const at = (fullUntil: number, time: number) =>
      quote(TWO_STEPS, { ...toDates(TWO_STEPS), fullUntil }, paid(24_000), time)
    const moved = STARTS_AT - 5 * DAY
    expect(at(moved, moved)).toMatchObject({ refundMinor: 24_000, until: moved, reason: { code: 'MOVED' } })
    expect(at(moved, moved + 1)).toMatchObject({ refundMinor: 10_500 })
    expect(at(STARTS_AT + DAY, STARTS_AT)).toMatchObject({ refundMinor: 24_000, until: STARTS_AT })
    expect(at(STARTS_AT + DAY, STARTS_AT + 1)).toBeNull()
  })

  it('of a run without sessions is by the free days only', () => {
    const rules = toRules([step(0, 100)], { freeDays: 1 })
    const at = (time: number) => quote(rules, toDates(rules, null), paid(100), time)
    expect(at(PAID_AT + DAY)).toMatchObject({ refundMinor: 100, until: PAID_AT + DAY })
    expect(at(PAID_AT + DAY + 1)).toMatchObject({ refundMinor: 0, until: null, reason: { code: 'NO_STEP' } })
  })

  it.each<[string, Partial<RefundStep>, number, [refund: number, credit: number, fee: number]]>([
    ['a fee comes off the refund', { refundPercent: 50, creditPercent: 50, feeMinor: 1000 }, 0, [4000, 5000, 1000]],
    ['then off the credit', { refundPercent: 10, creditPercent: 90, feeMinor: 2500 }, 0, [0, 7500, 2500]],
    ['a fee is at most what comes back', { refundPercent: 20, feeMinor: 5000 }, 0, [0, 0, 2000]],
    ['a minimum is kept', { refundPercent: 100 }, 1500, [8500, 0, 1500]],
    ['a minimum counts what is kept already', { refundPercent: 90 }, 1500, [8500, 0, 500]],
    ['a minimum that is kept already takes nothing', { refundPercent: 50 }, 1500, [5000, 0, 0]],
    ['a minimum is at most the amount', { refundPercent: 100 }, 99_000, [0, 0, 10_000]],
    ['a fee above the minimum stands alone', { refundPercent: 100, feeMinor: 2000 }, 1500, [8000, 0, 2000]],
  ])('%s', (_, fields, minimumFeeMinor, expected) => {
    const rules = toRules([step(0, 0, fields)], { minimumFeeMinor })
    expect(sums(must(quoteAt(rules, paid(10_000), PAID_AT)))).toEqual(expected)
  })

  it('never exceeds what is left after earlier refunds', () => {
    const rules = toRules([step(0, 50, { creditPercent: 50 })], { freeDays: 1 })
    const at = (returnedMinor: number, time: number) => must(quoteAt(rules, paid(10_000, { returnedMinor }), time))
    expect(at(1000, PAID_AT)).toMatchObject({ refundMinor: 9000, leftMinor: 9000 })
    expect(sums(at(1000, PAID_AT + 2 * DAY))).toEqual([5000, 4000, 0])
    expect(sums(at(6000, PAID_AT + 2 * DAY))).toEqual([4000, 0, 0])
    expect(sums(at(10_000, PAID_AT + 2 * DAY))).toEqual([0, 0, 0])
  })

  it.each([
    ['usd', 1, 33.33, 0],
    ['usd', 1, 50, 1],
    ['usd', 3333, 33.33, 1111],
    ['usd', 9999, 33.33, 3333],
    ['isk', 4999, 50, 2500],
    ['ugx', 150_001, 33.33, 49_995],
    ['jpy', 101, 50, 51],
    ['kwd', 10_010, 50, 5010],
    ['kwd', 10_000, 33.33, 3330],
    ['idr', 999_999_999_999, 33.33, 333_300_000_000],
  ])(
    'in %s of %d at %d percent is %d, rounded once, half up, to what the card provider takes',
    (currency, amount, percent, back) => {
      expect(quoteAt(toRules([step(0, percent)]), paid(amount, { currency }), PAID_AT)?.refundMinor).toBe(back)
    },
  )

  it('is split so that refund and credit are together their percentage', () => {
    const rules = toRules([step(0, 33.33, { creditPercent: 33.33 })])
    expect(sums(must(quoteAt(rules, paid(199), PAID_AT)))).toEqual([66, 67, 0])
  })

  it('is listed from now on, each part with its last moment', () => {
    const rules = { ...TWO_STEPS, freeDays: 7 }
    const quotes = listQuotes(rules, toDates(rules), paid(24_000), PAID_AT)
    expect(quotes.map(({ refundMinor, until }) => [refundMinor, until])).toEqual([
      [24_000, PAID_AT + 7 * DAY],
      [24_000, STARTS_AT - 336 * HOUR],
      [10_500, STARTS_AT - 48 * HOUR],
      [0, STARTS_AT],
    ])
    expect(listQuotes(rules, toDates(rules), paid(24_000), STARTS_AT + 1)).toEqual([])
    expect(listQuotes(rules, toDates(rules, null), paid(24_000), PAID_AT).map(({ until }) => until)).toEqual([
      PAID_AT + 7 * DAY,
      null,
    ])
  })
})

describe('for every terms, amount and time', () => {
  const cases = fc
    .record({
      currency: fc.constantFrom('usd', 'jpy', 'isk', 'kwd', 'idr'),
      units: fc.integer({ min: 1, max: 99_999_999 }),
      returned: fc.integer({ min: 0, max: 120 }),
      fees: fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 6, maxLength: 6 }),
      hundredths: fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 5, maxLength: 5 }),
      hours: fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 0, maxLength: 5 }),
      freeDays: fc.integer({ min: 0, max: 20 }),
      at: fc.integer({ min: PAID_AT, max: STARTS_AT + DAY }),
    })
    .map(({ currency, units, returned, fees, hundredths, hours, freeDays, at }) => {
      const unit = readAmountStep(currency)
      const percents = hundredths.toSorted((a, b) => b - a).map((value) => value / 100)
      const steps = hours
        .toSorted((a, b) => b - a)
        .map((hoursBefore, index) => {
          const all = percents[index] ?? 0
          const creditPercent = Math.floor(all / 3)
          const refundPercent = Math.round((all - creditPercent) * 100) / 100
          return { hoursBefore, refundPercent, creditPercent, feeMinor: (fees[index] ?? 0) * unit }
        })
      const rules = toRules(steps, { freeDays, minimumFeeMinor: (fees[5] ?? 0) * unit })
      const amountMinor = units * unit
      const returnedMinor = Math.floor((units * returned) / 100) * unit
      return { rules, seat: paid(amountMinor, { currency, returnedMinor }), at, unit }
    })

  it('nothing is negative, exceeds what is left, or is in parts that no card takes', () => {
    fc.assert(
      fc.property(cases, ({ rules, seat, at, unit }) => {
        const result = quoteAt(rules, seat, at)
        if (!result) {
          expect(at).toBeGreaterThan(STARTS_AT)
          return
        }
        const { refundMinor, creditMinor, feeMinor, leftMinor, until } = result
        for (const amount of [refundMinor, creditMinor, feeMinor]) {
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(amount % unit).toBe(0)
        }
        expect(refundMinor + creditMinor).toBeLessThanOrEqual(Math.max(0, seat.amountMinor - seat.returnedMinor))
        expect(leftMinor).toBeGreaterThanOrEqual(0)
        expect(until).toBeGreaterThanOrEqual(at)
      }),
      { numRuns: 5_000 },
    )
  })

  it('the minimum stays with the school wherever a step applies', () => {
    fc.assert(
      fc.property(cases, ({ rules, seat, at }) => {
        const result = quoteAt(rules, { ...seat, returnedMinor: 0 }, at)
        if (result?.reason.code !== 'STEP') return
        const kept = seat.amountMinor - result.refundMinor - result.creditMinor
        expect(kept).toBeGreaterThanOrEqual(Math.min(rules.minimumFeeMinor, seat.amountMinor))
      }),
      { numRuns: 5_000 },
    )
  })

  it('a later moment of one list of quotes never gives back more than an earlier one, with one fee for all steps', () => {
    fc.assert(
      fc.property(cases, ({ rules, seat }) => {
        const even = { ...rules, steps: rules.steps.map((each) => ({ ...each, feeMinor: 300 })) }
        const all = listQuotes(even, toDates(even), seat, PAID_AT)
        const back = all.map(({ refundMinor, creditMinor }) => refundMinor + creditMinor)
        expect(back).toEqual(back.toSorted((a, b) => b - a))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a seat that is sold again', () => {
  const seat = { amountMinor: 8_000, returnedMinor: 0 }

  it('gives nothing, the amount less the fee, or all of it, as the terms say', () => {
    expect(quoteResale({ resale: 'none', resaleFeeMinor: 0 }, seat)).toBe(0)
    expect(quoteResale({ resale: 'less_fee', resaleFeeMinor: 1_500 }, seat)).toBe(6_500)
    expect(quoteResale({ resale: 'less_fee', resaleFeeMinor: 9_000 }, seat)).toBe(0)
    expect(quoteResale({ resale: 'full', resaleFeeMinor: 1_500 }, seat)).toBe(8_000)
  })

  it('gives at most what is left of the payment', () => {
    const returned = { ...seat, returnedMinor: 3_000 }
    expect(quoteResale({ resale: 'full', resaleFeeMinor: 0 }, returned)).toBe(5_000)
    expect(quoteResale({ resale: 'less_fee', resaleFeeMinor: 1_000 }, returned)).toBe(5_000)
    expect(quoteResale({ resale: 'less_fee', resaleFeeMinor: 4_000 }, returned)).toBe(4_000)
  })
})

function must<Value>(value: Value | null): Value {
  if (value === null) throw new Error('There is no quote')
  return value
}
