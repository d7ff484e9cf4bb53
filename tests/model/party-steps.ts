/** The steps of lives of one date, as parties.ts lives them. */
import fc from 'fast-check'
import { DATES, type Turn } from './party-model.ts'

export const PEOPLE = 4
export const SEATS = 5
/** Of each date. */
export const OFFERED = [SEATS, 3, 3]

export type Step =
  | {
      do: 'buy'
      p: number
      seats: number
      isForOthers: boolean
      means: (typeof MEANS)[number]
      ends: 'paid' | 'released' | 'open'
    }
  | { do: 'finish' | 'release'; p: number }
  | { do: 'grant'; p: number; method: 'free' | 'cash' | 'transfer' }
  | { do: 'giveCredit'; p: number }
  | { do: 'turn'; turn: Turn }
  | { do: 'race'; turns: [Turn, Turn] }
  /** A student pays for a move to a dearer date. */
  | { do: 'payMove'; p: number; from: number; to: number }
  /** An admin moves seats of a student to a dearer date, who pays by the link. */
  | { do: 'moveByLink'; seat: number; to: number; all: boolean }
  | { do: 'runJobs' }

export const MEANS = ['card', 'coupon', 'voucher', 'credit', 'all'] as const

export type PartyLife = Step[]

/** Generates lives. Indexes of seats are taken modulo their number. */
export function anyPartyLife(): fc.Arbitrary<PartyLife> {
  const p = fc.nat({ max: PEOPLE - 1 })
  const seat = fc.nat({ max: SEATS })
  const share = fc.oneof(fc.integer({ min: 0, max: 6_000 }), fc.constantFrom(0, 9_999, 10_000, 10_001))
  const keeps = fc.constantFrom(undefined, true, false)
  const date = fc.nat({ max: DATES.length - 1 })
  const byAdmin = { do: fc.constant('moveByAdmin' as const), seat, to: date, all: fc.boolean(), waives: fc.boolean() }
  const turn: fc.Arbitrary<Turn> = fc.oneof(
    { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), p, from: date, to: date }) },
    { weight: 4, arbitrary: fc.record(byAdmin) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('claim' as const), p, seat, link: fc.constantFrom(0, 0, 1) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('withdraw', 'cancel'), seat }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('name' as const), seat, child: fc.constantFrom('Ada', 'Bo', null) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('substitute' as const), seat, p, byBuyer: fc.boolean() }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('refund' as const), seat, share, keeps, isCredit: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('deleteUser' as const), p }) },
  )
  const seats = fc.integer({ min: 1, max: 3 })
  const ends = fc.constantFrom('paid', 'paid', 'paid', 'released', 'open')
  const buy = fc.record({
    do: fc.constant('buy' as const),
    p,
    seats,
    isForOthers: fc.boolean(),
    means: fc.constantFrom(...MEANS),
    ends,
  })
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 5, arbitrary: buy },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('finish', 'release'), p }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('grant' as const),
        p,
        method: fc.constantFrom('free', 'cash', 'transfer'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('giveCredit' as const), p }) },
    { weight: 8, arbitrary: fc.record({ do: fc.constant('turn' as const), turn }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('race' as const), turns: fc.tuple(turn, turn) }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('payMove' as const), p, from: fc.constantFrom(0, 1), to: fc.constant(1) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('moveByLink' as const), seat, to: date, all: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constant({ do: 'runJobs' as const }) },
  )
  return fc.array(step, { minLength: 3, maxLength: 10, size: 'max' }).map((steps) => [FIRST, ...steps])
}

/** Without seats to pass on, most turns do nothing. */
const FIRST: Step = { do: 'buy', p: 0, seats: 3, isForOthers: false, means: 'card', ends: 'paid' }
