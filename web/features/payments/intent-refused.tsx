import type { ReactNode } from 'react'
import { CallError } from '#contract/call.ts'
import type { CartItem } from '#contract/cart.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/states.tsx'
import { ItemOutcome } from './item-outcome.tsx'
import { TooManyHolds } from './too-many-holds.tsx'

interface IntentRefusedProps {
  item: CartItem
  error: Error
  onRetry: () => void
}

/** Why the payment cannot start, and what to do next. It offers a retry only where that may help. */
export function IntentRefused({ item, error, onRetry }: IntentRefusedProps) {
  const { message } = error
  switch (error instanceof CallError ? error.code : '') {
    case 'ALREADY_ENROLLED':
      return <ItemOutcome cartId={item._id} otherwise={<AlreadyEnrolled item={item} message={message} />} />
    case 'ATTEMPT_CLOSED':
      return <AttemptClosed message={message} onRetry={onRetry} />
    case 'HOLD_USED_UP':
      return (
        <Stopped message={message}>
          <ButtonLink to="/dashboard/my-selected-class">My Selected Classes</ButtonLink>
        </Stopped>
      )
    case 'TOO_MANY_HOLDS':
      return <TooManyHolds item={item} message={message} onRetry={onRetry} />
    case 'SEATS_GONE':
    case 'PROVIDER_REFUSED':
      return <NothingToBuy message={message} />
    case 'NOT_FOUND':
      return <NothingToBuy message="This class is no longer offered." />
    default:
      return <Failed message={message} onRetry={onRetry} />
  }
}

function AttemptClosed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Stopped message={message}>
      <Button onClick={onRetry}>Start again</Button>
      <ButtonLink look="outline" to="/dashboard/my-selected-class">
        My Selected Classes
      </ButtonLink>
    </Stopped>
  )
}

function NothingToBuy({ message }: { message: string }) {
  return (
    <Stopped message={message}>
      <ButtonLink to="/classes">Find another class</ButtonLink>
    </Stopped>
  )
}

function AlreadyEnrolled({ item, message }: { item: CartItem; message: string }) {
  return (
    <Stopped message={message}>
      <ButtonLink to={`/dashboard/class/${item.classId}`}>Play Class</ButtonLink>
    </Stopped>
  )
}

function Stopped({ message, children }: { message: string; children: ReactNode }) {
  return (
    <div className="state">
      <p role="alert" className="text-error-ink">
        {message}
      </p>
      <div className="flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  )
}
