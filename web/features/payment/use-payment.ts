import { useCallback, useState } from 'react'
import { CallError } from '#contract/call.ts'
import type { CartItem } from '#contract/cart.ts'
import { toastSuccess } from '#web/ui/notices.ts'
import { type Confirm, intentOf } from './card-provider.ts'
import { useRecordPayment } from './record-payment.ts'

export interface Payer {
  email: string
  name: string
}

interface Payment {
  item: CartItem
  payer: Payer
  clientSecret: string
  onDone: (transactionId: string) => void
}

/**
 * One payment: charging the card (`pay`), then having the school note it (`note`). Once the card is `charged` only the
 * noting is ever tried again, so nothing is charged twice.
 */
export function usePayment({ item, payer, clientSecret, onDone }: Payment) {
  const [charged, setCharged] = useState(false)
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [confirm, setConfirm] = useState<Confirm | null>(null)
  const record = useRecordPayment()
  // Wrapped, since a function handed to the setter would be called by it.
  const onReady = useCallback((ready: Confirm | null) => setConfirm(() => ready), [])

  async function noteNow() {
    const transactionId = intentOf(clientSecret)
    try {
      await record({ item, payer, transactionId })
    } catch (error) {
      return setMessage(wordsFor(error))
    }
    toastSuccess('Your payments successfully Done!')
    onDone(transactionId)
  }

  async function payNow() {
    const outcome = await confirm?.()
    if (!outcome?.paid) return setMessage(outcome?.message ?? null)
    setCharged(true)
    await noteNow()
  }

  async function alone(work: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setMessage(null)
    await work()
    setBusy(false)
  }

  return {
    charged,
    busy,
    message,
    ready: confirm !== null,
    onReady,
    pay: () => alone(payNow),
    note: () => alone(noteNow),
  }
}

function wordsFor(error: unknown): string {
  if (!(error instanceof CallError)) return 'Your payment could not be noted. Please try again.'
  const passing = error.statusCode === 0 || error.statusCode >= 500 || error.code === 'NOT_PAID'
  return passing
    ? 'The school could not note your payment yet. Please try again in a moment: your card is never charged a second time.'
    : error.message
}
