import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CallError } from '#contract/call.ts'
import type { MoveQuote, StartedMove } from '#contract/moves.ts'
import { formatCount } from '#contract/values/count.ts'
import { toMajor, toMinor } from '#contract/values/money.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { Price } from '#web/school/price.tsx'
import { useSchool } from '#web/school/school.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { focusHeading } from '#web/ui/focus.ts'
import { formatDeadline } from '#web/ui/text/deadline.ts'
import { Attempt } from './attempt.tsx'
import { Discount, FreeForm } from './checkout-form.tsx'
import { Stopped, TooManyHolds } from './checkout-refused.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { isAppError, useHeldIntent } from './intent.query.ts'
import { CreditChoice } from './means-fields.tsx'
import { PaymentDone } from './payment-done.tsx'
import { PaymentForm } from './payment-form.tsx'
import { SchoolTerms } from './payment-terms.tsx'
import { usePayments } from './payments.query.ts'
import { Total } from './total.tsx'

interface MoveProps {
  /** The ids of the runs. */
  from: string
  to: string
}

/** The payment of a move to another date: the difference of the prices, and the fee of the terms. */
export function MoveCheckout({ from, to }: MoveProps) {
  const [transactionId, setTransactionId] = useState<string | null>(null)
  const { data: quote, error, refetch } = useQuery({ ...moveQuery(from, to), enabled: transactionId === null })
  useEffect(focusHeading, [])
  if (transactionId) return <PaymentDone transactionId={transactionId} />
  if (quote?.is_payable && quote.due > 0)
    return <MovePayment from={from} to={to} quote={quote} reread={refetch} onDone={setTransactionId} />
  if (error instanceof CallError && error.statusCode === 404) return <MoveOutcome to={to} message={error.message} />
  const message = quote?.text ?? error?.message
  return message === undefined ? <CheckoutSkeleton /> : <NoMove message={message} />
}

/** Shows the payment that has moved a student who no longer has the former date: in another tab, or before they came back to this page. */
function MoveOutcome({ to, message }: Pick<MoveProps, 'to'> & { message: string }) {
  const { data: payments, isPending } = usePayments()
  const paid = payments?.find(({ is_move, runId }) => is_move && runId === to)
  if (paid) return <PaymentDone transactionId={paid.transactionId} />
  return isPending ? <CheckoutSkeleton /> : <NoMove message={message} />
}

function NoMove({ message }: { message: string }) {
  return (
    <Stopped message={message}>
      <ButtonLink to="/dashboard/enroll-class">My Enrolled Classes</ButtonLink>
    </Stopped>
  )
}

interface MovePaymentProps extends MoveProps {
  quote: MoveQuote
  reread: () => Promise<unknown>
  onDone: (transactionId: string) => void
}

function MovePayment(props: MovePaymentProps) {
  const { from, to, quote } = props
  const [usesCredit, setUsesCredit] = useState(false)
  const request = toMoveRequest({ from, to }, quote.due, usesCredit)
  const held = useHeldIntent(request.key, request.send)
  const means = {
    usesCredit,
    isBusy: held.isFetching,
    apply: (next: { usesCredit: boolean }) => setUsesCredit(next.usesCredit),
  }
  return (
    <div className="grid items-start gap-8 md:grid-cols-2 lg:gap-14">
      <div className="grid gap-8">
        <Lines quote={quote} due={held.data?.due ?? quote.due} />
        {quote.seats === 1 && <CreditChoice means={means} />}
      </div>
      <HeldMove key={String(usesCredit)} {...props} request={request} held={held} />
    </div>
  )
}

/** @param due what the card pays */
function Lines({ quote, due }: { quote: MoveQuote; due: number }) {
  const { class_name, text, fee, seats } = quote
  const difference = useDifference(quote.due, fee)
  const credit = useDifference(quote.due, due)
  return (
    <section aria-labelledby="move">
      <h2 id="move" className="wrap-anywhere font-display text-2xl">
        {class_name}
      </h2>
      <Dates quote={quote} />
      <p className="my-4">{seats > 1 ? `${formatCount(seats, 'seat')}: ${text}` : text}</p>
      <ul>
        <Amount text="Difference of the prices" amount={difference} />
        {fee > 0 && <Amount text="Fee for the move" amount={fee} />}
        {credit > 0 && <Discount text="Your credit" amount={credit} />}
      </ul>
      <Total amount={due} />
    </section>
  )
}

function Dates({ quote: { from, to } }: { quote: MoveQuote }) {
  return (
    <dl className="mt-4 grid gap-2">
      <dt className="text-sm text-soft">Present date</dt>
      <dd>{describeStart(from)}</dd>
      <dt className="text-sm text-soft">New date</dt>
      <dd>{describeStart(to)}</dd>
    </dl>
  )
}

function describeStart({ starts, time_zone }: MoveQuote['from']): string {
  return starts === null ? 'Without a fixed date' : formatClockTime(starts, time_zone)
}

function useDifference(amount: number, less: number): number {
  const { currency } = useSchool()
  return toMajor((toMinor(amount, currency) ?? 0) - (toMinor(less, currency) ?? 0), currency)
}

function Amount({ text, amount }: { text: string; amount: number }) {
  if (amount < 0) return <Discount text={text} amount={-amount} />
  return (
    <li className="flex items-baseline justify-between gap-4 border-line border-t py-3">
      <span>{text}</span>
      <span className="tabular-nums">
        <Price amount={amount} />
      </span>
    </li>
  )
}

interface HeldMoveProps extends MovePaymentProps {
  request: ReturnType<typeof toMoveRequest>
  held: ReturnType<typeof useHeldIntent<Awaited<ReturnType<ReturnType<typeof toMoveRequest>['send']>>>>
}

/** The card form while the new seat is held, or why there is none. */
function HeldMove({ quote, request, held: { data: intent, error, refetch }, reread, onDone }: HeldMoveProps) {
  const restart = async () => {
    await reread()
    await refetch()
  }
  const isChanged = isAppError(error) && error.code === 'AMOUNT_CHANGED'
  useEffect(() => {
    if (isChanged) void reread()
  }, [isChanged, reread])
  return (
    <Attempt
      {...{ intent, restart }}
      error={isChanged ? null : error}
      amount={quote.due}
      refused={(refusal) => <MoveRefused error={refusal} request={request} onRetry={() => void restart()} />}
    >
      {(current, replaceForm) => (
        <MoveForm intent={current} zone={quote.to.time_zone} onDone={onDone} onExpired={replaceForm} />
      )}
    </Attempt>
  )
}

interface MoveFormProps {
  intent: NonNullable<HeldMoveProps['held']['data']>
  /** That of the new date. */
  zone: string | null
  onDone: (transactionId: string) => void
  onExpired: () => Promise<void>
}

function MoveForm({ intent, zone, onDone, onExpired }: MoveFormProps) {
  const { clientSecret, heldUntil, isLong, held_until_clock: until, due } = intent
  const deadline = isLong ? formatDeadline(until, zone) : undefined
  const options = { terms: <MoveTerms />, onDone }
  if (clientSecret === null) return <FreeForm order={intent} {...{ deadline, onExpired }} {...options} />
  return (
    <PaymentForm
      key={clientSecret}
      {...{ clientSecret, heldUntil, deadline }}
      {...options}
      amount={due}
      seats={1}
      onReturned={onDone}
      onCanceled={onExpired}
    />
  )
}

function MoveTerms() {
  return (
    <>
      <p>You keep your present seat until you have paid.</p>
      <p>If you cancel later, the terms of your purchase apply to all that you have paid for the seat.</p>
      <SchoolTerms />
    </>
  )
}

interface MoveRefusedProps {
  error: Error
  request: ReturnType<typeof toMoveRequest>
  onRetry: () => void
}

function MoveRefused({ error, request, onRetry }: MoveRefusedProps) {
  const { message } = error
  const code = error instanceof CallError ? error.code : ''
  if (code === 'TOO_MANY_HOLDS') return <TooManyHolds request={request} message={message} onRetry={onRetry} />
  if (isAppError(error) && code !== 'ATTEMPT_CLOSED') return <NoMove message={message} />
  return (
    <Stopped message={message}>
      <Button onClick={onRetry}>Start again</Button>
    </Stopped>
  )
}

function moveQuery(from: string, to: string) {
  return queryOptions({
    queryKey: [...queryKeys.move, from, to],
    queryFn: () => call(api.getMove, { params: { id: from }, query: { runId: to } }),
    gcTime: 0,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Requests the seat of another date. @param due what the student is shown */
function toMoveRequest({ from, to }: { from: string; to: string }, due: number, usesCredit: boolean) {
  const body = { runId: to, expected_due: due, use_credit: usesCredit }
  return {
    key: ['move', from, to, due, usesCredit],
    send: async (): Promise<StartedMove> => {
      const started = await call(api.moveEnrolment, { params: { id: from }, body })
      if ('clientSecret' in started) return started
      throw new Error('You have this date already.')
    },
  }
}
