import { useForm } from 'react-hook-form'
import type { AdminPayment, RefundRequest } from '#contract/payments.ts'
import { readAmount } from '#contract/values/amount.ts'
import { currencyDecimals } from '#contract/values/currency.ts'
import { MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import { formatMajor } from '#contract/values/money.ts'
import { countRest } from '#web/features/payments/paid-price.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { Modal } from '#web/ui/forms/modal.tsx'

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

function RefundForm({ payment, onAnswer }: RefundDialogProps) {
  const { currency, ended } = payment
  const rest = countRest(payment)
  const decimals = currencyDecimals(currency)
  const { register, handleSubmit, watch, setValue, formState } = useForm({
    defaultValues: { amount: rest.toFixed(decimals), keepsSeat: false, asCredit: false, reason: '' },
  })
  const { errors, dirtyFields } = formState
  const read = (text: string) => readRefund(text, { rest, currency })
  const [text, keepsSeat, asCredit] = watch(['amount', 'keepsSeat', 'asCredit'])
  const typed = read(text)
  const amount = register('amount', {
    validate: (value) => {
      const reading = read(value)
      return typeof reading === 'string' ? reading : true
    },
    // Who refunds a part mostly keeps the student.
    onChange: ({ target }) => {
      const reading = read(target.value)
      if (typeof reading === 'number' && !dirtyFields.keepsSeat) setValue('keepsSeat', reading < rest)
    },
  })
  const submit = handleSubmit((form) => {
    const reading = read(form.amount)
    if (typeof reading !== 'number') return
    const reason = form.reason.trim()
    const part = reading < rest ? { amount: reading } : {}
    const credit = form.asCredit && { credit: true }
    onAnswer({ ...part, ...credit, keep_seat: form.keepsSeat, ...(reason && { reason }) })
  })
  return (
    <form noValidate onSubmit={submit} className="mt-2 grid gap-5">
      <p className="wrap-anywhere text-soft" role="status">
        {describeRefund(payment, typeof typed === 'number' ? typed : null, { keepsSeat, asCredit })}
      </p>
      <Field label="Amount" inputMode="decimal" required error={errors.amount?.message} {...amount} />
      {ended === null && <CheckBox {...register('keepsSeat')}>Keep the seat</CheckBox>}
      <CheckBox {...register('asCredit')}>Give it as credit</CheckBox>
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

/** Returns the amount, or what is wrong with it. */
function readRefund(text: string, { rest, currency }: { rest: number; currency: string }): number | string {
  const reading = readAmount(text, currencyDecimals(currency))
  if (!reading || 'unclear' in reading)
    return `amount must be an amount, such as ${rest.toFixed(currencyDecimals(currency))}`
  if (reading.amount > rest) return `amount must be at most ${formatMajor(rest, currency)}`
  return reading.amount > 0 ? reading.amount : 'amount must be more than 0'
}

function describeRefund(
  { name, className, ended, ...payment }: AdminPayment,
  amount: number | null,
  { keepsSeat, asCredit }: { keepsSeat: boolean; asCredit: boolean },
) {
  const { price, credit, voucher, currency } = payment
  const money =
    amount === price ? `The full amount, ${formatMajor(price, currency)},` : formatMajor(amount ?? 0, currency)
  const rest = credit + voucher > 0 ? ', as far as it paid; the rest becomes credit' : ''
  const sentence = asCredit
    ? `${money} becomes credit of ${name}. `
    : `${money} goes back to the card of ${name}${rest}. `
  if (ended !== null) return `${sentence}We e-mail them.`
  return (
    sentence +
    (keepsSeat
      ? `They stay enrolled in ${className}, and we e-mail them.`
      : `Their enrolment in ${className} ends, and we e-mail them.`)
  )
}
