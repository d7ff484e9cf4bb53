import { describe, expect, it } from 'vitest'
import type { CartItem } from '#contract/cart.ts'
import type { EnrolledClass } from '#contract/enrolments.ts'
import type { Payment } from '#contract/payments.ts'
import { describeHold, listNextSteps, listPast } from './next-steps.ts'

const CLASS = { classId: 'c', runId: 'r', classImage: '' }
const OPEN = { starts_at: null, starts: null, time_zone: null }
const RUN = {
  ...{ ...OPEN, _id: 'r', ends_at: null, place: null, online: false, price: 115, seats: 1, enroll: 1 },
  ...{ ends: null, last_moment: null, last_moment_clock: null, decide_clock: null },
  ...{ minimum: null, decide_at: null, sessions: [] },
}

function toCartItem(className: string): CartItem {
  return {
    ...CLASS,
    _id: `cart ${className}`,
    className,
    instructorName: '',
    userEmail: '',
    ...{ seats: 1, for_others: false, price: 10, total: 10 },
    ...OPEN,
    problem: null,
    selected_price: 10,
    sessions: 1,
    place: null,
    online: false,
    dates: [],
    created_at: 0,
  }
}

function toPayment(className: string, status: 'queued' | 'done' | 'failed' | null): Payment {
  return {
    ...{
      ...CLASS,
      _id: `payment ${className}`,
      className,
      email: '',
      name: '',
      by_hand: null,
      transactionId: 'pi_1',
      cartId: 'i',
    },
    ...{
      price: 115,
      currency: 'usd',
      status: 'paid',
      disputed: false,
      receipt: 1,
      ...OPEN,
      ended: null,
      may_cancel: false,
      resale: null,
      student: null,
      cancel_until: null,
      cancel_until_clock: null,
      choose_until: null,
      choose_until_clock: null,
      created_at: 0,
    },
    order: 100_001,
    orderId: 'order',
    list_price: 115,
    is_move: false,
    credit: 0,
    voucher: 0,
    credited: 0,
    refunded: status === null || status === 'failed' ? 0 : 115,
    refund: status && { method: 'card' as const, amount: 115, reason: 'cancelled', status, created_at: 0 },
  }
}

function toEnrolled(className: string): EnrolledClass {
  const instructor = { instructorImage: null, instructorEmail: '', instructorName: 'Tomás Herrera' }
  const { runId: _, ...shown } = CLASS
  return {
    ...shown,
    ...instructor,
    run: RUN,
    _id: `enrolment ${className}`,
    className,
    seats: 1,
    enroll: 1,
    cancellations_left: 2,
  }
}

const labels = (steps: ReturnType<typeof listNextSteps>) =>
  steps.map(({ label, title = '' }) => `${label} ${title}`.trim())

it('lists the classes of a student whose dates are past, the latest first', () => {
  const dated = (className: string, ends_at: number) => {
    const sessions = [{ _id: className, starts_at: ends_at - 5, ends_at }]
    return { ...toEnrolled(className), run: { ...RUN, ends_at, sessions } } as EnrolledClass
  }
  const enrolled = [dated('Fog', 20), toEnrolled('Undated'), dated('Harbour', 90), dated('Dunes', 200)]
  expect(labels(listPast(enrolled, 100))).toEqual(['Play Class Harbour', 'Play Class Fog'])
})

describe('the next steps of a student', () => {
  it('say of each selected class that it is not paid', () => {
    const steps = listNextSteps({ cart: ['Fog', 'Ice'].map(toCartItem), payments: [], enrolled: [] })
    expect(steps.map(({ title, text }) => [title, text])).toEqual([
      ['Fog', 'Selected, not yet paid.'],
      ['Ice', 'Selected, not yet paid.'],
      [undefined, 'Choose from all our classes.'],
    ])
  })

  it('say once that no seat is held, where a selected class can be paid', () => {
    const canceled = { ...toCartItem('Dunes'), starts_at: 1, problem: 'canceled' as const }
    expect(describeHold([canceled, toCartItem('Fog'), toCartItem('Ice')])).toBe(
      'We hold no seat for you until you pay.',
    )
    expect(describeHold([canceled])).toBeNull()
  })

  it('begin with a first class', () => {
    expect(labels(listNextSteps({ cart: [], payments: [], enrolled: [] }))).toEqual(['Find your first class'])
  })

  it('are paying, refunds in progress, classes without dates, and another class, in this order', () => {
    const records = {
      cart: [toCartItem('Dunes')],
      payments: [toPayment('Harbour', 'queued'), toPayment('Fog', 'done'), toPayment('Storm', 'failed')],
      enrolled: [toEnrolled('Negatives')],
    }
    expect(labels(listNextSteps(records))).toEqual([
      'Pay Dunes',
      'Receipt Harbour',
      'Receipt Storm',
      'Play Class Negatives',
      'Find another class',
    ])
  })

  it('begin with the choice after a cancellation, once for all seats of a date', () => {
    const canceled = { ...toPayment('Harbour', null), choose_until_clock: '2096-05-11T09:30', time_zone: 'Europe/Oslo' }
    const payments = ['one', 'two'].map((key) => ({ ...canceled, _id: key }))
    const steps = listNextSteps({ cart: [toCartItem('Dunes')], payments, enrolled: [] })
    expect(labels(steps)).toEqual(['Choose Harbour', 'Pay Dunes', 'Find another class'])
    expect(steps[0]).toMatchObject({
      text: 'Canceled. Choose by Fri, May 11, 2096, 09:30 (Europe/Oslo) what you get for it.',
      to: '/dashboard/choice/r',
    })
  })

  it('leave out payments without a refund', () => {
    const payments = [toPayment('Harbour', null)]
    expect(labels(listNextSteps({ cart: [], payments, enrolled: [] }))).toEqual(['Find your first class'])
  })

  it('lead to the cart, with the reason, where a selected date cannot be paid', () => {
    const cart = [{ ...toCartItem('Dunes'), starts_at: 1, problem: 'canceled' as const }]
    const [step] = listNextSteps({ cart, payments: [], enrolled: [] })
    expect(step).toMatchObject({
      title: 'Dunes',
      text: 'This date is canceled.',
      to: '/dashboard/my-selected-class',
      label: 'Review',
    })
  })

  it('show three of a kind at most', () => {
    const cart = ['1', '2', '3', '4'].map(toCartItem)
    expect(labels(listNextSteps({ cart, payments: [], enrolled: [] }))).toEqual([
      'Pay 1',
      'Pay 2',
      'Pay 3',
      'Find another class',
    ])
  })

  it('say how much money is on its way', () => {
    const [step] = listNextSteps({ cart: [], payments: [toPayment('Harbour', 'queued')], enrolled: [] })
    expect(step).toMatchObject({ title: 'Harbour', text: '$115.00: on its way to your card.' })
  })
})
