import { useForm } from 'react-hook-form'
import type { AdminPayment, RefundRequest } from '#contract/admin-payments.ts'
import type { HandMethod } from '#contract/payment-methods.ts'
import { readAmount } from '#contract/values/amount.ts'
import { currencyDecimals } from '#contract/values/currency.ts'
import { MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import { formatMajor } from '#contract/values/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { Modal } from '#web/ui/forms/modal.tsx'
import { Select } from '#web/ui/forms/select.tsx'

interface RefundDialogProps {
  payment: AdminPayment
  /** Null where the admin refunds nothing. */
  onAnswer: (request: RefundRequest | null) => void
}

/** Asks an admin how much of a payment to refund, and whether the student keeps the seat. */
export function RefundDialog({ payment, onAnswer }: RefundDialogProps) {
  return (
    <Modal title={`Refund receipt ${payment.receipt}?`} onClose={() => onAnswer(null)}>
      <RefundForm payment={payment} onAnswer={onAnswer} />
    </Modal>
  )
}

interface RefundFields {
  amount: string
  keepsSeat: boolean
  to: Destination
  reason: string
}

function RefundForm({ payment, onAnswer }: RefundDialogProps) {
  const { currency, ended, by_hand, is_move: isMove, left: rest } = payment
  const decimals = currencyDecimals(currency)
  const { register, handleSubmit, watch, setValue, formState } = useForm<RefundFields>({
    defaultValues: { amount: rest.toFixed(decimals), keepsSeat: isMove, to: by_hand ?? 'card', reason: '' },
  })
  const { errors, dirtyFields } = formState
  const read = (text: string) => readRefund(text, { rest, currency })
  const [text, keepsSeat, to] = watch(['amount', 'keepsSeat', 'to'])
  const typed = read(text)
  const amount = register('amount', {
    validate: (value) => {
      const reading = read(value)
      return typeof reading === 'string' ? reading : true
    },
    // Who refunds a part mostly keeps the student.
    onChange: ({ target }) => {
      const reading = read(target.value)
      if (typeof reading === 'number' && !isMove && !dirtyFields.keepsSeat) setValue('keepsSeat', reading < rest)
    },
  })
  const submit = handleSubmit((form) => {
    const reading = read(form.amount)
    if (typeof reading !== 'number') return
    const reason = form.reason.trim()
    const part = reading < rest ? { amount: reading } : {}
    onAnswer({ ...part, ...toRequest(form.to), keep_seat: form.keepsSeat, ...(reason && { reason }) })
  })
  return (
    <form noValidate onSubmit={submit} className="mt-2 grid gap-5">
      <p className="wrap-anywhere text-soft" role="status">
        {describeRefund(payment, typeof typed === 'number' ? typed : null, { keepsSeat, to })}
      </p>
      <Field label="Amount" inputMode="decimal" required error={errors.amount?.message} {...amount} />
      {ended === null && !isMove && <CheckBox {...register('keepsSeat')}>Keep the seat</CheckBox>}
      <Select label="How" options={listOptions(payment)} {...register('to')} />
      <Field label="Reason" maxLength={MAX_NAME_LENGTH} {...register('reason')} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="ghost" onClick={() => onAnswer(null)}>
          Cancel
        </Button>
        <Button type="submit">Yes, refund it!</Button>
      </div>
    </form>
  )
}

/** Destination of the money. */
type Destination = 'card' | 'credit' | HandMethod

/** Lists the destinations. Money received by hand never goes to a card. */
function listOptions({ by_hand }: AdminPayment): { value: Destination; label: string }[] {
  const credit = { value: 'credit' as const, label: 'As credit' }
  if (by_hand === null) return [{ value: 'card', label: 'To the card' }, credit]
  return [{ value: 'cash', label: 'In cash' }, { value: 'transfer', label: 'By bank transfer' }, credit]
}

function toRequest(to: Destination): Pick<RefundRequest, 'credit' | 'by_hand'> {
  if (to === 'card') return {}
  return to === 'credit' ? { credit: true } : { by_hand: to }
}

/** Returns the amount, or what is wrong with it. */
function readRefund(text: string, { rest, currency }: { rest: number; currency: string }): number | string {
  const reading = readAmount(text, currencyDecimals(currency))
  if (!reading || 'unclear' in reading)
    return `amount must be an amount, such as ${rest.toFixed(currencyDecimals(currency))}`
  if (reading.amount > rest) return `amount must be at most ${formatMajor(rest, currency)}`
  return reading.amount > 0 ? reading.amount : 'amount must be more than 0'
}

function describeMoney(
  { name, price, credit, voucher, currency }: Omit<AdminPayment, 'className' | 'ended'>,
  amount: number | null,
  to: Destination,
): string {
  const money = formatMajor(amount ?? 0, currency)
  const all = amount === price ? `The full amount, ${money},` : money
  const rest = credit + voucher > 0 ? ', as far as it paid; the rest becomes credit' : ''
  const sentences = {
    card: `${all} goes back to the card of ${name}${rest}. `,
    credit: `${all} becomes credit of ${name}. `,
    cash: `You have paid ${money} back to ${name} in cash. `,
    transfer: `You have sent ${money} back to ${name} by bank transfer. `,
  }
  return sentences[to]
}

function describeRefund(
  { name, className, ended, ...payment }: AdminPayment,
  amount: number | null,
  { keepsSeat, to }: { keepsSeat: boolean; to: Destination },
) {
  const sentence = describeMoney({ name, ...payment }, amount, to)
  if (ended !== null) return `${sentence}We e-mail them.`
  return (
    sentence +
    (keepsSeat
      ? `They stay enrolled in ${className}, and we e-mail them.`
      : `Their enrolment in ${className} ends, and we e-mail them.`)
  )
}
