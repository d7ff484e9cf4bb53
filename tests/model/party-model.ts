/** A small model of a date whose seats people buy for one another, claim, name, move to other dates, give away and give up. It does not import the application. */
import { at, type Outcome } from './model.ts'

/** The date that people buy seats of, a dearer one of the same class, and a cheaper one of another class. */
export const DATES: { inClass: number; listPriceMinor: number }[] = [
  { inClass: 0, listPriceMinor: 4_999 },
  { inClass: 0, listPriceMinor: 6_499 },
  { inClass: 1, listPriceMinor: 3_499 },
]

export const MAIN = 0

export type MoveTurn =
  /** By the student, to another date of the class, if it costs nothing. */
  | { do: 'move'; p: number; from: number; to: number }
  | { do: 'moveByAdmin'; seat: number; to: number; all: boolean; waives: boolean }

export interface Seat {
  /** The buyer; null where the school has given it. */
  buyer: number | null
  student: number
  /** 1 for the place of its student, higher for one that a link may give to another person. */
  number: number
  guest: string | null
  /** Counts its links. Those before the current one no longer work. */
  link: number
  isActive: boolean
  /** In minor units; `back` is what has been refunded and credited. */
  paid: number
  back: number
  /** An index of the dates, and the list price that the place has. */
  date: number
  list: number
}

export interface PartyModel {
  /** Of each date. */
  offered: number[]
  /** True for people with an account. */
  people: boolean[]
  seats: Seat[]
  /** The open checkout of each person. */
  open: Map<number, { seats: number; isForOthers: boolean }>
}

/** A turn needs no ids that the application makes, so that two of them can be taken at once. Seats and links are indexes. */
export type Turn =
  | { do: 'claim'; p: number; seat: number; link: number }
  | { do: 'withdraw' | 'cancel'; seat: number }
  | { do: 'name'; seat: number; child: string | null }
  /** By the buyer, or the student at the time of the call. */
  | { do: 'substitute'; seat: number; p: number; byBuyer: boolean; by?: number }
  /** `share` is the ten-thousandth part of what was paid. */
  | { do: 'refund'; seat: number; share: number; isCredit: boolean; keeps: boolean | undefined }
  | { do: 'deleteUser'; p: number }
  | MoveTurn

export const countTaken = ({ seats }: PartyModel, date: number) =>
  seats.filter((seat) => seat.isActive && seat.date === date).length
export const countHeld = ({ open }: PartyModel) => [...open.values()].reduce((all, { seats }) => all + seats, 0)
export const countFree = (m: PartyModel, date = MAIN) => at(m.offered, date) - countTaken(m, date)
/** Returns whether a seat is in the class of a date. */
export const isInClass = (seat: Seat, date: number) => at(DATES, seat.date).inClass === at(DATES, date).inClass
/** Returns whether a person has a seat of the class of a date. */
export const isEnrolled = (m: PartyModel, p: number, date = MAIN) =>
  m.seats.some((seat) => seat.isActive && seat.student === p && isInClass(seat, date))

/** Returns whether the buyer of a seat still has it for another person. */
export const hasLink = ({ isActive, buyer, student, number, guest }: Seat) =>
  isActive && student === buyer && number > 1 && guest === null

/** Returns the amount of a refund in minor units: at least the smallest. */
export const toShare = ({ paid }: Seat, share: number) => Math.max(1, Math.floor((paid * share) / 10_000))

interface Wanted {
  seats: number
  /** True if who has a seat may buy further ones. */
  isForOthers: boolean
}

/** Returns the outcome of a selection and its checkout. */
export function predictBuy(m: PartyModel, p: number, { seats, isForOthers }: Wanted): Outcome {
  if (!at(m.people, p)) return 'NOT_SIGNED_IN'
  if (isEnrolled(m, p) && !isForOthers) return 'ALREADY_ENROLLED'
  if (countFree(m) === 0) return 'SEATS_GONE'
  if (countFree(m) < seats) return 'TOO_FEW_SEATS'
  const hasSeat = m.seats.some((seat) => seat.isActive && seat.student === p && seat.date === MAIN)
  if (isEnrolled(m, p) && !hasSeat) return 'ALREADY_ENROLLED'
  return countFree(m) - countHeld(m) < seats ? 'SEATS_HELD' : 'OK'
}

/** Returns the outcome of an enrolment by the school. */
export function predictGrant(m: PartyModel, p: number): Outcome {
  if (!at(m.people, p)) return 'NOT_FOUND'
  if (isEnrolled(m, p)) return 'ALREADY_ENROLLED'
  if (countFree(m) === 0) return 'SEATS_GONE'
  // The admin may use a seat that the person holds for themselves.
  const { seats, isForOthers } = m.open.get(p) ?? { seats: 0, isForOthers: false }
  return countFree(m) - countHeld(m) + (isForOthers ? 0 : seats) < 1 ? 'SEATS_HELD' : 'OK'
}

/** Applies a turn that is no move, and returns its outcome. */
export function takeSeatTurn(m: PartyModel, turn: Exclude<Turn, MoveTurn>): Outcome {
  switch (turn.do) {
    case 'claim':
      return claim(m, turn.p, at(m.seats, turn.seat), turn.link)
    case 'substitute':
      return substitute(m, turn)
    case 'deleteUser':
      return deleteUser(m, turn.p)
    case 'refund':
      return refund(at(m.seats, turn.seat), turn)
    default:
      return takeAsBuyer(m, turn)
  }
}

function takeAsBuyer(m: PartyModel, turn: Turn & { do: 'withdraw' | 'name' | 'cancel' }): Outcome {
  const seat = at(m.seats, turn.seat)
  if (!at(m.people, seat.buyer ?? 0)) return 'NOT_SIGNED_IN'
  if (turn.do === 'cancel') {
    if (seat.isActive) endWithAll(seat)
    return 'OK'
  }
  const isOwn = turn.do === 'withdraw' ? hasLink(seat) : seat.isActive && seat.student === seat.buyer
  if (!isOwn) return 'NOT_FOUND'
  seat.guest = turn.do === 'name' ? turn.child : null
  seat.link++
  return 'OK'
}

function claim(m: PartyModel, p: number, seat: Seat, link: number): Outcome {
  if (!at(m.people, p)) return 'NOT_SIGNED_IN'
  if (!seat.isActive || seat.link !== link) return 'NOT_FOUND'
  if (seat.student === p && seat.buyer !== p) return 'OK'
  if (seat.number === 1 || seat.guest !== null) return 'NOT_FOUND'
  if (isEnrolled(m, p, seat.date)) return 'ALREADY_ENROLLED'
  Object.assign(seat, { student: p, number: 1 })
  return 'OK'
}

function substitute(m: PartyModel, turn: Turn & { do: 'substitute' }): Outcome {
  const seat = at(m.seats, turn.seat)
  const { by = seat.student } = turn
  if (!at(m.people, by)) return 'NOT_SIGNED_IN'
  if (!seat.isActive || (by !== seat.buyer && by !== seat.student)) return 'NOT_FOUND'
  if (isEnrolled(m, turn.p, seat.date)) return 'ALREADY_ENROLLED'
  Object.assign(seat, { student: turn.p, number: 1, guest: null })
  return 'OK'
}

function refund(seat: Seat, { share, keeps }: Turn & { do: 'refund' }): Outcome {
  const minor = toShare(seat, share)
  const left = seat.paid - seat.back
  if (minor > left) return 'REFUND_TOO_LARGE'
  seat.back += minor
  if (!(keeps ?? minor < left)) seat.isActive = false
  return 'OK'
}

/** The seats that the person has end, and their buyers are refunded; those that they have given away stay. */
function deleteUser(m: PartyModel, p: number): Outcome {
  if (!at(m.people, p)) return 'NOT_FOUND'
  m.people[p] = false
  for (const seat of m.seats) if (seat.isActive && seat.student === p) endWithAll(seat)
  return 'OK'
}

function endWithAll(seat: Seat): void {
  seat.isActive = false
  seat.back = seat.paid
}
