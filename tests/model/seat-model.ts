/** A seat in one of three dates of a class, in a few numbers: what was paid and has gone back, and what its buyer may choose for a date that the school has canceled. */
import { quoteMove } from '../../contract/quote.ts'
import { at, type Outcome } from './model.ts'

/** Turns of a seat. `minor` is an amount that a card takes. */
export type Turn =
  | { do: 'refund'; minor: number; isCredit: boolean; keeps: boolean | undefined }
  | { do: 'cancel' | 'endOverdue' }
  | { do: 'cancelDate' | 'move'; date: number }
  /** `of`: the canceled date. */
  | { do: 'choose'; of: number; choice: 'credit' | 'money'; to: null }
  | { do: 'choose'; of: number; choice: 'date'; to: number }

export interface SeatModel {
  /** The list prices of the dates, in minor units. */
  prices: number[]
  isCanceled: boolean[]
  /** By the canceled date. */
  choices: ({ leftMinor: number; made: 'date' | 'credit' | 'money' | null; to: number | null } | null)[]
  paid: number
  /** To the card. */
  refunded: number
  credited: number
  hasSeat: boolean
  date: number
  /** The list price of the place. */
  list: number
}

export const DATES = 3

export function countLeft({ paid, refunded, credited }: SeatModel): number {
  return paid - refunded - credited
}

/** Returns what a move to a date costs; 0 where it costs nothing. */
export function countDue(m: SeatModel, date: number): number {
  return quote(m, date).dueMinor
}

function quote(m: SeatModel, date: number) {
  return quoteMove({ formerMinor: m.list, nextMinor: at(m.prices, date), feeMinor: 0, leftMinor: countLeft(m) })
}

/** Takes a turn in the model, and returns what the application should say. */
export function take(m: SeatModel, turn: Turn): Outcome {
  if (turn.do === 'refund') return refund(m, turn)
  if (turn.do === 'cancel') return cancel(m)
  if (turn.do === 'cancelDate') return cancelDate(m, turn.date)
  if (turn.do === 'move') return move(m, turn.date)
  if (turn.do === 'choose') return choose(m, turn)
  for (const choice of m.choices) if (choice?.made === null) giveBack(m, choice, 'money')
  return 'OK'
}

function refund(m: SeatModel, { minor, isCredit, keeps }: Turn & { do: 'refund' }): Outcome {
  const left = countLeft(m)
  if (minor > left) return 'REFUND_TOO_LARGE'
  m[isCredit ? 'credited' : 'refunded'] += minor
  if (!(keeps ?? minor < left)) m.hasSeat = false
  return 'OK'
}

/** Gives the seat up for all of the money. Who may choose what they get chooses instead. */
function cancel(m: SeatModel): Outcome {
  if (m.choices.some((choice) => choice?.made === null)) return 'CANCEL_TOO_LATE'
  if (m.hasSeat) m.refunded += countLeft(m)
  m.hasSeat = false
  return 'OK'
}

function cancelDate(m: SeatModel, date: number): Outcome {
  m.isCanceled[date] = true
  if (!m.hasSeat || m.date !== date) return 'OK'
  m.hasSeat = false
  m.choices[date] = { leftMinor: countLeft(m), made: null, to: null }
  return 'OK'
}

function move(m: SeatModel, date: number): Outcome {
  if (!m.hasSeat) return 'NOT_FOUND'
  if (at(m.isCanceled, date)) return 'RUN_CLOSED'
  const { dueMinor, creditMinor } = quote(m, date)
  m.paid += dueMinor
  m.credited += creditMinor
  Object.assign(m, { date, list: at(m.prices, date) })
  return 'OK'
}

function choose(m: SeatModel, { of, choice, to }: Turn & { do: 'choose' }): Outcome {
  const open = m.choices[of]
  if (!open) return 'NOT_FOUND'
  if (open.made !== null) return open.made === choice && open.to === to ? 'OK' : 'CHOICE_MADE'
  if (to === null) giveBack(m, open, choice as 'credit' | 'money')
  if (to === null) return 'OK'
  if (at(m.isCanceled, to)) return 'RUN_CLOSED'
  if (open.leftMinor !== countLeft(m)) return 'CHOICE_MADE'
  m.credited += quote(m, to).creditMinor
  // A surcharge is waived, and the place keeps its price.
  Object.assign(m, { hasSeat: true, date: to, list: Math.min(m.list, at(m.prices, to)) })
  Object.assign(open, { made: 'date', to })
  return 'OK'
}

function giveBack(m: SeatModel, open: { made: string | null }, made: 'credit' | 'money'): void {
  m[made === 'credit' ? 'credited' : 'refunded'] += countLeft(m)
  open.made = made
}
