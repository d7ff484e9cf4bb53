/** Messages in place of the card form where the server has refused to hold seats. */
import { type ReactNode, useEffect } from 'react'
import { CallError } from '#contract/call.ts'
import type { Hold } from '#contract/payments.ts'
import { ConfirmationOffer } from '#web/features/account/confirmation-offer.tsx'
import { useMethods } from '#web/features/account/methods.query.ts'
import { About, Button, ButtonLink } from '#web/ui/button.tsx'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { Failed } from '#web/ui/states.tsx'
import { formatClock } from '#web/ui/text/dates.ts'
import { type SeatRequest, useHolds, useReleaseHold, useSeatRetry } from './holds.query.ts'

interface AttemptRefusedProps {
  error: Error
  request: SeatRequest
  onRetry: () => void
}

/** Reason that a payment cannot start, and the next step. It offers a retry only where that may help. */
export function AttemptRefused({ error, request, onRetry }: AttemptRefusedProps) {
  const { message } = error
  switch (error instanceof CallError ? error.code : '') {
    case 'ATTEMPT_CLOSED':
      return (
        <Stopped message={message}>
          <Button onClick={onRetry}>Start again</Button>
          <ToCart look="outline" />
        </Stopped>
      )
    case 'TOO_MANY_HOLDS':
      return <TooManyHolds request={request} message={message} onRetry={onRetry} />
    case 'ALREADY_PAID':
      return (
        <Stopped message={message}>
          <ButtonLink to="/dashboard/payment-history">Payment History</ButtonLink>
        </Stopped>
      )
    case 'HOLD_USED_UP':
    case 'AMOUNT_TOO_LARGE':
      return (
        <Stopped message={message}>
          <ToCart />
        </Stopped>
      )
    default:
      return <Failed message={message} onRetry={onRetry} />
  }
}

function ToCart({ look = 'primary' }: { look?: 'primary' | 'outline' }) {
  return (
    <ButtonLink look={look} to="/dashboard/my-selected-class">
      My Selected Classes
    </ButtonLink>
  )
}

export function NothingToBuy({ message }: { message: string }) {
  return (
    <Stopped message={message}>
      <ButtonLink to="/classes">Find another class</ButtonLink>
    </Stopped>
  )
}

/** Reason that the payment cannot start, and links to go on. */
export function Stopped({ message, children }: { message: string; children: ReactNode }) {
  return (
    <div className="state">
      <p role="alert" className="text-error-ink">
        {message}
      </p>
      <div className="flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  )
}

interface TooManyHoldsProps {
  request: SeatRequest
  message: string
  onRetry: () => void
}

/** Says that the user must wait for a seat, and what helps. It continues as soon as the server gives them one. */
export function TooManyHolds({ request, message, onRetry }: TooManyHoldsProps) {
  const { data: holds = [] } = useHolds()
  const { data: methods } = useMethods()
  const canContinue = useSeatRetry(request)
  useEffect(() => {
    if (canContinue) onRetry()
  }, [canContinue, onRetry])
  return (
    <div className="grid gap-6">
      <div>
        <p role="alert" className="text-error-ink">
          {message}
        </p>
        <p className="text-sm text-soft">We try again every 10 seconds.</p>
      </div>
      <div>
        <ToCart look="outline" />
      </div>
      {holds.length > 0 && <OwnHolds holds={holds} onReleased={onRetry} />}
      {methods?.emailVerified === false && (
        <section className="grid justify-items-start gap-3">
          <h2 className="font-display text-xl">Confirm your e-mail address</h2>
          <p>You can hold more seats once you have opened the link that we e-mailed you.</p>
          <ConfirmationOffer />
        </section>
      )}
    </div>
  )
}

function OwnHolds({ holds, onReleased }: { holds: Hold[]; onReleased: () => void }) {
  const { mutateAsync, isPending, variables } = useReleaseHold(onReleased)
  return (
    <section className="grid gap-3">
      <h2 className="font-display text-xl">Seats you hold</h2>
      <ul className="grid gap-3">
        {holds.map((hold) => (
          <li key={hold._id} className="flex flex-wrap items-center justify-between gap-3">
            <p className="wrap-anywhere min-w-0">
              {hold.className}
              <span className="block text-sm text-soft">until {formatClock(hold.held_until)}</span>
            </p>
            <Button
              look="outline"
              className="btn-sm"
              busy={isPending && variables._id === hold._id}
              onClick={({ currentTarget }) => keepRowFocus(currentTarget, () => mutateAsync(hold))}
            >
              Release
              <About>{hold.className}</About>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
