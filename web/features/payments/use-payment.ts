/**
 * The steps of a payment in the browser: `pay` confirms the card (`payNow`), then records the payment (`recordNow`).
 * Once the card is charged, `record` repeats the second step only, so that nothing is charged twice.
 */
import { useCallback, useState } from 'react'
import type { CartItem } from '#contract/cart.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { type Confirm, parseIntentId } from './card-provider.ts'
import { describeRecordError, useRecordPayment } from './record-payment.ts'

export interface Payer {
  email: string
  name: string
}

export interface PaymentOptions {
  item: CartItem
  payer: Payer
  clientSecret: string
  onDone: (transactionId: string) => void
  /** Called where the server has ended the intent, so that nothing was charged and a new intent is needed. */
  onCanceled: () => Promise<void>
}

export function usePayment({ item, payer, clientSecret, onDone, onCanceled }: PaymentOptions) {
  const [isCharged, setIsCharged] = useState(false)
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [confirm, setConfirm] = useState<Confirm | null>(null)
  const recordPayment = useRecordPayment()
  // Wrapped, since React calls a function that a setter receives.
  const onReady = useCallback((ready: Confirm | null) => setConfirm(() => ready), [])

  async function recordNow() {
    const transactionId = parseIntentId(clientSecret)
    try {
      await recordPayment({ item, payer, transactionId })
    } catch (error) {
      return setMessage(describeRecordError(error))
    }
    toastSuccess('Your payments successfully Done!')
    onDone(transactionId)
  }

  async function payNow() {
    const outcome = await confirm?.()
    if (outcome?.status === 'canceled') return onCanceled()
    if (outcome?.status !== 'paid') return setMessage(outcome?.message ?? null)
    setIsCharged(true)
    await recordNow()
  }

  async function runAlone(step: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setMessage(null)
    await step()
    setBusy(false)
  }

  return {
    isCharged,
    busy,
    message,
    isReady: confirm !== null,
    onReady,
    pay: () => runAlone(payNow),
    record: () => runAlone(recordNow),
  }
}
