import { type ReactNode, useRef, useState } from 'react'
import { Price } from '#web/school/price.tsx'
import { focusSoon } from '#web/ui/focus.ts'
import { Loading, Skeleton } from '#web/ui/states.tsx'
import { isAppError } from './intent.query.ts'

interface AttemptProps<Intent> {
  intent: Intent | undefined
  error: Error | null
  /** The price or sum that is shown. The form names a change since the page was opened. */
  amount: number
  /** The word for it in that sentence. */
  noun?: 'amount' | 'price'
  /** Begins again after a refusal, or after the intent has ended. */
  restart: () => Promise<void>
  /** Says why the payment cannot start. */
  refused: (error: Error) => ReactNode
  /** Shows the form of the intent, which calls `replaceForm` where the intent has ended. */
  children: (intent: Intent, replaceForm: () => Promise<void>) => ReactNode
}

/** The form of an attempt to pay, or why there is none. A form whose intent has ended is replaced by a new one. */
export function Attempt<Intent>(props: AttemptProps<Intent>) {
  const { intent, error, amount, noun = 'amount', restart, refused, children } = props
  const [firstAmount] = useState(amount)
  const { container, hasExpired, replaceForm } = useReplacement(restart)
  const isRefused = error !== null && (isAppError(error) || !intent)
  return (
    <div ref={container}>
      {isRefused ? (
        refused(error)
      ) : (
        <>
          <Notice {...{ amount, firstAmount, noun, hasExpired }} />
          {intent ? children(intent, replaceForm) : <FormSkeleton />}
        </>
      )}
    </div>
  )
}

export function FormSkeleton() {
  return (
    <Loading what="the card form">
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}

/** Returns `replaceForm`, which starts again after the intent has ended, and moves the focus to what says so. */
function useReplacement(restart: () => Promise<void>) {
  const [hasExpired, setHasExpired] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const replaceForm = async () => {
    setHasExpired(true)
    await restart()
    focusSoon(() => container.current?.querySelector<HTMLElement>('p.hint, [role="alert"]') ?? null)
  }
  return { container, hasExpired, replaceForm }
}

interface NoticeProps {
  amount: number
  firstAmount: number
  noun: string
  hasExpired: boolean
}

/** Says above the form what has changed since the page was opened, and that nothing was charged. */
function Notice({ amount, firstAmount, noun, hasExpired }: NoticeProps) {
  if (amount !== firstAmount)
    return (
      <p role="status" className="hint">
        The {noun} has changed from <Price amount={firstAmount} /> to <Price amount={amount} />. Nothing was charged.
        Check the new {noun} before you pay.
      </p>
    )
  if (!hasExpired) return null
  return (
    <p role="status" className="hint">
      This checkout had expired. Nothing was charged. Enter your card again to pay.
    </p>
  )
}
