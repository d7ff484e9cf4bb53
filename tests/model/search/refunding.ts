/** Returning the money of a payment. */
import { type Action, addSeats, hasNoRefund, onOrder, update } from './action.ts'
import { isOffered, type Order, type School, type Transitions } from './school.ts'

function beginRefund(order: Order, school: School, transitions: Transitions): School {
  const payment = transitions.step('payment', 'refund', order.payment)
  const changes = { payment, refund: transitions.begin('refund', 'queued'), enrolledIn: null }
  return update(school, order, changes, addSeats(school.seats, order.enrolledIn, 1))
}

/** A student cancels, or an admin refunds. */
const refund: Action = {
  verb: 'refunds.ts#refund',
  act: onOrder((order, school, transitions) =>
    hasNoRefund(order) && !order.isDisputed ? beginRefund(order, school, transitions) : null,
  ),
}

/** The job of a withdrawn class or a canceled run, and the end of a dispute. */
const refundAll: Action = {
  verb: 'withdrawals.ts#refundRun',
  isJob: true,
  act: onOrder((order, school, transitions) =>
    hasNoRefund(order) && !order.isDisputed && !isOffered(school, order.enrolledIn ?? order.run)
      ? beginRefund(order, school, transitions)
      : null,
  ),
}

/** An admin returns the money in the provider's dashboard. */
const returnAtProvider: Action = {
  verb: null,
  act: onOrder((order, school) =>
    order.payment !== null && !order.isReturned && !order.isDisputed
      ? update(school, order, { isReturned: true })
      : null,
  ),
}

const followReturn: Action = {
  verb: 'refunds.ts#refund',
  isJob: true,
  act: onOrder((order, school, transitions) =>
    hasNoRefund(order) && order.isReturned ? beginRefund(order, school, transitions) : null,
  ),
}

const sendRefund: Action = {
  verb: null,
  isJob: true,
  act: onOrder((order, school) =>
    order.refund === 'queued' && !order.isReturned && !order.isDisputed
      ? update(school, order, { isReturned: true })
      : null,
  ),
}

const finishRefund: Action = {
  verb: 'refunds.ts#sendRefund',
  isJob: true,
  act: onOrder((order, school, transitions) =>
    order.refund === 'queued' && order.isReturned
      ? update(school, order, { refund: transitions.step('refund', 'finish', order.refund) })
      : null,
  ),
}

/** The provider cannot send the money, or takes back that it has. */
const failRefund: Action = {
  verb: 'refunds.ts#recordFailure',
  act: onOrder((order, school, transitions) => {
    const isPossible = order.isReturned ? order.refund === 'done' : order.refund === 'queued'
    if (!isPossible) return null
    const refund = transitions.step('refund', 'fail', order.refund)
    return update(school, order, {
      ...{ refund, isReturned: false },
      payment: transitions.step('payment', 'keep', order.payment),
    })
  }),
}

const retryRefund: Action = {
  verb: 'refunds.ts#retryRefund',
  act: onOrder((order, school, transitions) =>
    order.refund === 'failed' && !order.isDisputed ? refundAgain('retry', order, school, transitions) : null,
  ),
}

const recordReplacement: Action = {
  verb: 'refunds.ts#recordReplacement',
  isJob: true,
  act: onOrder((order, school, transitions) =>
    order.refund === 'failed' && order.isReturned ? refundAgain('replace', order, school, transitions) : null,
  ),
}

function refundAgain(step: 'retry' | 'replace', order: Order, school: School, transitions: Transitions): School {
  const refund = transitions.step('refund', step, order.refund)
  return update(school, order, { refund, payment: transitions.step('payment', 'refund', order.payment) })
}

export const REFUNDING = {
  ...{ refund, refundAll, returnAtProvider, followReturn, sendRefund, finishRefund },
  ...{ failRefund, retryRefund, recordReplacement },
}
