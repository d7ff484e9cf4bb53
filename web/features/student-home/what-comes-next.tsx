import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Payment } from '#contract/payments.ts'
import { useCart } from '#web/features/cart/cart.query.ts'
import { useEnrolled } from '#web/features/enrolments/enrolled.query.ts'
import { paidPrice } from '#web/features/payment/paid-price.ts'
import { usePayments } from '#web/features/payment/payments.query.ts'
import { wayOf } from '#web/features/payment/refund-words.ts'
import { About } from '#web/ui/button.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

/** Of each kind; the lists themselves have the rest. */
const MOST = 3

/** The student's next steps: what waits to be paid, money that is on its way back, classes to go on with. */
export function WhatComesNext() {
  return (
    <section aria-labelledby="next-title" className="mt-14 max-w-3xl">
      <h2 id="next-title" className="font-display text-2xl">
        What comes next
      </h2>
      <Steps />
    </section>
  )
}

function Steps() {
  const queries = [useCart(), usePayments(), useEnrolled()] as const
  const [{ data: cart }, { data: payments }, { data: enrolled }] = queries
  const error = queries.find((query) => query.error && !query.data)?.error
  const retry = () => queries.map(({ refetch }) => refetch())
  if (error) return <Failed message={error.message} onRetry={() => void Promise.all(retry())} />
  if (!cart || !payments || !enrolled)
    return (
      <Loading what="what comes next">
        <Skeleton className="mt-4 h-40 w-full" />
      </Loading>
    )
  const returning = payments.filter(isReturning)
  return (
    <ul className="next-steps">
      {cart.slice(0, MOST).map(({ _id, className }) => (
        <Step key={_id} to={`/dashboard/payment/${_id}`} label="Pay" about={className}>
          {className} is selected, and your seat is not safe before it is paid.
        </Step>
      ))}
      {returning.slice(0, MOST).map((payment) => (
        <Step key={payment._id} to={`/dashboard/receipt/${payment._id}`} label="Receipt" about={payment.className}>
          {paidPrice(payment)} for {payment.className}: {wayOf(payment.refund)}.
        </Step>
      ))}
      {enrolled.slice(0, MOST).map(({ _id, classId, className, instructorName }) => (
        <Step key={_id} to={`/dashboard/class/${classId}`} label="Play Class" about={className}>
          {className}, with {instructorName}.
        </Step>
      ))}
      <Step to="/classes" label={enrolled.length || cart.length ? 'Find another class' : 'Find your first class'}>
        {enrolled.length || cart.length ? 'There is always more to see.' : 'Nothing is waiting for you yet.'}
      </Step>
    </ul>
  )
}

type Returning = Payment & { refund: NonNullable<Payment['refund']> }

function isReturning(payment: Payment): payment is Returning {
  return payment.refund !== null && payment.refund.status !== 'done'
}

interface StepProps {
  to: string
  label: string
  about?: string
  children: ReactNode
}

function Step({ to, label, about, children }: StepProps) {
  return (
    <li>
      <p className="wrap-anywhere min-w-0">{children}</p>
      <Link to={to} className="link shrink-0 whitespace-nowrap py-1">
        {label}
        {about && <About>{about}</About>}
      </Link>
    </li>
  )
}
