/** The student's next steps, in the order in which they matter: choose what they get for a canceled date, pay, follow refunds, open classes without dates, find another. */
import type { CartItem } from '#contract/cart.ts'
import type { EnrolledClass } from '#contract/enrolments.ts'
import type { Payment } from '#contract/payments.ts'
import { describeProblem } from '#web/features/cart/cart-problem.ts'
import { refundedPrice } from '#web/features/payments/paid-price.ts'
import { describeProgress } from '#web/features/payments/refund-messages.ts'
import { formatDeadline } from '#web/ui/text/deadline.ts'
import { isOver } from './next-session.ts'
import type { Step } from './step-list.tsx'

/** The most steps of each kind; the lists themselves show the rest. */
const MAX_STEPS = 3

export interface StudentRecords {
  cart: CartItem[]
  payments: Payment[]
  enrolled: EnrolledClass[]
}

export function listNextSteps({ cart, payments, enrolled }: StudentRecords): Step[] {
  const refunds = payments.flatMap((payment) => toRefundStep(payment) ?? [])
  const undated = enrolled.filter(({ run }) => run.sessions.length === 0)
  const kinds = [listChoices(payments), cart.map(toPayStep), refunds, undated.map(toClassStep)]
  const isNew = cart.length + enrolled.length === 0
  return [...kinds.flatMap((steps) => steps.slice(0, MAX_STEPS)), isNew ? FIRST_CLASS : ANOTHER_CLASS]
}

/** Returns what holds for all selected classes that can be paid; null without one. */
export function describeHold(cart: CartItem[]): string | null {
  return cart.some((item) => !describeProblem(item)) ? 'We hold no seat for you until you pay.' : null
}

/** The classes whose dates are past, the latest first. */
export function listPast(enrolled: EnrolledClass[], now = Date.now()): Step[] {
  const over = enrolled.filter((each) => isOver(each, now))
  return over
    .sort((one, other) => (other.run.ends_at ?? 0) - (one.run.ends_at ?? 0))
    .slice(0, MAX_STEPS)
    .map(toClassStep)
}

const FIRST_CLASS = {
  key: 'find',
  text: 'Choose from all our classes.',
  to: '/classes',
  label: 'Find your first class',
}
const ANOTHER_CLASS = { ...FIRST_CLASS, label: 'Find another class' }

/** One choice covers all seats of a date. */
function listChoices(payments: Payment[]): Step[] {
  const byRun = new Map<string, Step>()
  for (const { runId, className: title, classImage: image, choose_until_clock: until, time_zone: zone } of payments) {
    if (until === null) continue
    const text = `Canceled. Choose by ${formatDeadline(until, zone)} what you get for it.`
    byRun.set(runId, { key: `choice ${runId}`, image, title, text, to: `/dashboard/choice/${runId}`, label: 'Choose' })
  }
  return [...byRun.values()]
}

function toPayStep(item: CartItem): Step {
  const { _id: key, className: title, classImage: image } = item
  const problem = describeProblem(item)
  if (problem) return { key, image, title, text: problem, to: '/dashboard/my-selected-class', label: 'Review' }
  return {
    key,
    image,
    title,
    text: 'Selected, not yet paid.',
    to: `/dashboard/payment/${key}`,
    label: 'Pay',
    isMain: true,
  }
}

/** Returns null for a payment whose money is not on its way back. */
function toRefundStep(payment: Payment): Step | null {
  const { _id: key, className: title, classImage: image, refund } = payment
  if (refund === null || refund.status === 'done') return null
  const text = `${refundedPrice(payment)}: ${describeProgress(refund)}.`
  return { key, image, title, text, to: `/dashboard/receipt/${key}`, label: 'Receipt' }
}

function toClassStep({ _id: key, className: title, classImage: image, instructorName }: EnrolledClass): Step {
  return {
    key,
    image,
    title,
    text: `With ${instructorName}`,
    to: `/dashboard/class/${key}`,
    label: 'Play Class',
    isMain: true,
  }
}
