/** The moves of seats in the model of parties: among two dates of one class and a date of another one. */
import { at, type Outcome } from './model.ts'
import {
  countFree,
  countHeld,
  DATES,
  isInClass,
  MAIN,
  type MoveTurn,
  type PartyModel,
  type Seat,
  type Turn,
  takeSeatTurn,
} from './party-model.ts'

/** Applies a turn, and returns its outcome. */
export function take(m: PartyModel, turn: Turn): Outcome {
  if (turn.do === 'move') return moveOwn(m, turn, 'free')
  return turn.do === 'moveByAdmin' ? moveByAdmin(m, turn) : takeSeatTurn(m, turn)
}

/** Moves the first seat that a student has in a date. @param pays whether they pay the difference, of which the place then has cost more */
export function moveOwn(
  m: PartyModel,
  { p, from, to }: { p: number; from: number; to: number },
  pays: 'free' | 'pays',
): Outcome {
  if (!at(m.people, p)) return 'NOT_SIGNED_IN'
  const [seat] = listParty(m, p, from)
  if (!seat) return 'NOT_FOUND'
  if (from === to) return 'OK'
  if (at(DATES, from).inClass !== at(DATES, to).inClass) return 'NOT_FOUND'
  const refusal = findRefusal(m, [seat], to)
  if (refusal) return refusal
  const dueMinor = countDue(seat, to)
  if (dueMinor > 0 && (pays === 'free' || seat.buyer === null)) return 'PRICE_DIFFERS'
  if (dueMinor > 0) Object.assign(seat, { paid: seat.paid + dueMinor, list: seat.list + dueMinor })
  move(m, [seat], to)
  return 'OK'
}

function moveByAdmin(m: PartyModel, { seat: index, to, all, waives }: MoveTurn & { do: 'moveByAdmin' }): Outcome {
  const seat = at(m.seats, index)
  if (!seat.isActive) return 'NOT_FOUND'
  if (seat.date === to) return 'OK'
  const moved = all ? listParty(m, seat.student, seat.date) : [seat]
  const refusal = findRefusal(m, moved, to)
  if (refusal) return refusal
  if (!waives && moved.some((one) => countDue(one, to) > 0)) return 'PRICE_DIFFERS'
  move(m, moved, to)
  return 'OK'
}

/** An admin holds dearer seats for a student, who pays by the link. Null where nothing is due. */
export function moveByLink(
  m: PartyModel,
  { seat: index, to, all }: { seat: number; to: number; all: boolean },
): { outcome: Outcome; dueMinor: number } | null {
  const seat = at(m.seats, index)
  if (!seat.isActive || seat.date === to) return null
  const moved = all ? listParty(m, seat.student, seat.date) : [seat]
  const dues = moved.map((one) => countDue(one, to))
  const dueMinor = dues.reduce((sum, due) => sum + due, 0)
  if (dueMinor === 0) return null
  const refusal = findRefusal(m, moved, to)
  if (refusal) return { outcome: refusal, dueMinor }
  const areCharged = moved.every((one, place) => one.buyer !== null && at(dues, place) > 0)
  if (!areCharged) return { outcome: 'PRICE_DIFFERS', dueMinor }
  moved.forEach((one, place) => {
    Object.assign(one, { paid: one.paid + at(dues, place), list: one.list + at(dues, place) })
  })
  move(m, moved, to)
  return { outcome: 'OK', dueMinor }
}

/** The seats of a student in a date, in the order of their numbers. */
export function listParty({ seats }: PartyModel, p: number, date: number): Seat[] {
  return seats
    .filter((seat) => seat.isActive && seat.student === p && seat.date === date)
    .sort((a, b) => a.number - b.number)
}

const isOwn = ({ number, guest }: Seat) => number === 1 && guest === null

export const countDue = ({ list }: Seat, to: number) => Math.max(0, at(DATES, to).listPriceMinor - list)

function findRefusal(m: PartyModel, moved: Seat[], to: number): Outcome | null {
  const { student, date } = at(moved, 0)
  const isOther = at(DATES, date).inClass !== at(DATES, to).inClass
  const hasOwn = m.seats.some(
    (one) => one.isActive && one.student === student && isOwn(one) && (isOther ? isInClass(one, to) : one.date === to),
  )
  if (hasOwn && moved.some(isOwn)) return 'ALREADY_ENROLLED'
  const free = countFree(m, to)
  if (free === 0) return 'SEATS_GONE'
  if (free < moved.length) return 'TOO_FEW_SEATS'
  const own = to === MAIN ? (m.open.get(student)?.seats ?? 0) : 0
  const held = to === MAIN ? countHeld(m) : 0
  return free - held + own < moved.length ? 'SEATS_HELD' : null
}

/** Moves seats for which nothing more is paid. What is cheaper becomes credit, and what is waived is no credit later. The student's checkouts end. */
function move(m: PartyModel, moved: Seat[], to: number): void {
  const { student } = at(moved, 0)
  m.open.delete(student)
  for (const seat of moved) {
    const there = listParty(m, student, to)
    const next = Math.max(0, ...there.map(({ number }) => number)) + 1
    const same = there.find(({ number }) => number === seat.number)
    if (same && isOwn(seat)) same.number = next
    else if (same) seat.number = next
    const cheaper = Math.max(0, seat.list - at(DATES, to).listPriceMinor)
    if (cheaper > 0) seat.list = at(DATES, to).listPriceMinor
    if (seat.buyer !== null) seat.back += Math.min(cheaper, seat.paid - seat.back)
    seat.date = to
  }
}
