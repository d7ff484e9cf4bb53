/** Holding a seat, paying for it, and what ends an attempt to pay. */
import { type Action, addSeats, onOrder, update } from './action.ts'
import {
  countFree,
  isEnrolled,
  isOffered,
  isOpen,
  type Order,
  RUNS,
  type School,
  STUDENTS,
  type Transitions,
} from './school.ts'

const hold: Action = {
  verb: 'holds.ts#hold',
  act: (school, transitions) =>
    numbers(school, STUDENTS).flatMap((student) => {
      const isBusy = isEnrolled(school, student) || school.orders.some((own) => own.student === student && isOpen(own))
      const runs = numbers(school, RUNS).filter(
        (run) => !isBusy && isOffered(school, run) && countFree(school, run) > 0,
      )
      return runs.map((run) => ({ ...school, orders: [...school.orders, newOrder(student, run, transitions)] }))
    }),
}

/** Students differ by their number only, and so do runs: the first order is of the first student for the first run. */
const numbers = ({ orders }: School, all: readonly number[]) => (orders.length === 0 ? all.slice(0, 1) : all)

function newOrder(student: number, run: number, transitions: Transitions): Order {
  const money = { payment: null, refund: null, enrolledIn: null, isReturned: false, isDisputed: false }
  return { student, run, attempt: transitions.begin('attempt', 'open'), intent: 'none', ...money }
}

/** The answer of the provider may arrive after another call has released the seat. */
const createIntent: Action = {
  verb: 'attempts.ts#begin',
  act: onOrder((order, school) => (order.intent === 'none' ? update(school, order, { intent: 'open' }) : null)),
}

const charge: Action = {
  verb: null,
  act: onOrder((order, school) => (order.intent === 'open' ? update(school, order, { intent: 'succeeded' }) : null)),
}

/** The first step of ending an attempt. */
const cancelIntent: Action = {
  verb: 'settle.ts#endAttempt',
  isJob: true,
  act: onOrder((order, school) =>
    isOpen(order) && order.intent === 'open' ? update(school, order, { intent: 'canceled' }) : null,
  ),
}

const release: Action = {
  verb: 'settle.ts#endAttempt',
  isJob: true,
  act: onOrder((order, school, transitions) =>
    isOpen(order) && (order.intent === 'none' || order.intent === 'canceled')
      ? update(school, order, { attempt: transitions.step('attempt', 'release', order.attempt) })
      : null,
  ),
}

const settle: Action = {
  verb: 'settle.ts#settle',
  isJob: true,
  act: onOrder((order, school, transitions) => {
    if (order.intent !== 'succeeded' || order.attempt === 'settled') return null
    const attempt = transitions.step('attempt', 'settle', order.attempt)
    const { run, student } = order
    const hasSeat = isOpen(order) ? (school.seats[run] ?? 0) > 0 : countFree(school, run) > 0
    if (isOffered(school, run) && !isEnrolled(school, student) && hasSeat) {
      const payment = transitions.begin('payment', 'pending')
      return update(school, order, { attempt, payment, enrolledIn: run }, addSeats(school.seats, run, -1))
    }
    const [payment, refund] = [transitions.begin('payment', 'refunded'), transitions.begin('refund', 'queued')]
    return update(school, order, { attempt, payment, refund })
  }),
}

const confirm: Action = {
  verb: 'settle.ts#confirmIfPaid',
  isJob: true,
  act: onOrder((order, school, transitions) =>
    order.payment === 'pending'
      ? update(school, order, { payment: transitions.step('payment', 'confirm', order.payment) })
      : null,
  ),
}

export const BUYING = { hold, createIntent, charge, cancelIntent, release, settle, confirm }
