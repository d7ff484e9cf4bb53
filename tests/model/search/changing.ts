/** Moves between runs, disputes, and classes that no longer take place. */
import { type Action, addSeats, onOrder, update } from './action.ts'
import { countFree, isOffered, RUNS } from './school.ts'

const move: Action = {
  verb: 'seat-changes.ts#move',
  act: onOrder((order, school) => {
    if (order.enrolledIn === null) return null
    const from = order.enrolledIn
    const to = RUNS.find((run) => run !== from && countFree(school, run) > 0)
    if (to === undefined || !isOffered(school, from) || !isOffered(school, to)) return null
    return update(school, order, { enrolledIn: to }, addSeats(addSeats(school.seats, from, 1), to, -1))
  }),
}

const dispute: Action = {
  verb: null,
  act: onOrder((order, school) =>
    order.payment !== null && !order.isReturned && !order.isDisputed
      ? update(school, order, { isDisputed: true })
      : null,
  ),
}

/** The bank decides for the school or for the cardholder. */
const endDispute: Action = {
  verb: 'disputes.ts#checkDispute',
  act: (school) =>
    school.orders
      .filter(({ isDisputed }) => isDisputed)
      .flatMap((order) => [false, true].map((isReturned) => update(school, order, { isDisputed: false, isReturned }))),
}

const withdraw: Action = {
  verb: 'withdrawals.ts#withdraw',
  act: (school) => (school.isWithdrawn ? [] : [{ ...school, isWithdrawn: true }]),
}

const cancelRun: Action = {
  verb: 'withdrawals.ts#refundRun',
  act: (school) =>
    RUNS.filter((run) => !school.isCanceled[run]).map((run) => ({
      ...school,
      isCanceled: school.isCanceled.map((isCanceled, other) => isCanceled || other === run),
    })),
}

export const CHANGING = { move, dispute, endDispute, withdraw, cancelRun }
