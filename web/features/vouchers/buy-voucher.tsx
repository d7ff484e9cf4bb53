import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MAX_SHORT_TEXT_LENGTH } from '#contract/values/limits.ts'
import { formatMajor } from '#contract/values/money.ts'
import { readPositive } from '#contract/values/positive-amount.ts'
import type { Voucher, VoucherOrder } from '#contract/vouchers.ts'
import { api, call } from '#web/api.ts'
import { PaymentForm } from '#web/features/payments/payment-form.tsx'
import { queryClient } from '#web/query-client.ts'
import { useSchool } from '#web/school/school.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { focusSoon } from '#web/ui/focus.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { toastError } from '#web/ui/toasts.ts'
import { SaveVoucherButton } from './save-voucher-button.tsx'
import { ScannedCode } from './scanned-code.tsx'
import { describeVoucher } from './voucher-state.ts'
import { ownVouchersQuery } from './vouchers.query.ts'

interface Begun {
  order: VoucherOrder
  clientSecret: string
}

/** The form of a gift voucher, its payment, and the vouchers that the user has bought. */
export default function BuyVoucher() {
  return (
    <QueryClientProvider client={queryClient}>
      <Purchase />
    </QueryClientProvider>
  )
}

function Purchase() {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [paid, setPaid] = useState<VoucherOrder | null>(null)
  const { refetch } = useQuery(ownVouchersQuery)
  const finish = ({ order }: Begun) => {
    setBegun(null)
    setPaid(order)
    void refetch()
  }
  return (
    <>
      <ScannedCode />
      {begun && <Payment begun={begun} onDone={() => finish(begun)} onBack={() => setBegun(null)} />}
      {paid && <Done order={paid} onAgain={() => setPaid(null)} />}
      {!begun && !paid && <OrderForm onBegun={setBegun} />}
      <OwnVouchers />
    </>
  )
}

const BLANK = { amount: '', recipient: '', message: '', email: '', day: '' }

function OrderForm({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const { currencySign, currencyDecimals } = useSchool()
  const { register, handleSubmit, formState } = useForm({ defaultValues: BLANK })
  const { errors } = formState
  const { isBusy, run } = useBusy()
  const read = (text: string) => readPositive(text, currencyDecimals)
  const submit = handleSubmit((form) =>
    run(async () => {
      const order = toOrder(form, read(form.amount) ?? 0)
      try {
        const { clientSecret } = await call(api.buyVoucher, { body: order })
        onBegun({ order, clientSecret: clientSecret ?? '' })
      } catch (error) {
        toastError((error as Error).message)
      }
    }),
  )
  return (
    <form noValidate method="post" onSubmit={submit} className="grid max-w-prose gap-5">
      <Field
        label={`Amount in ${currencySign.trim()}`}
        inputMode="decimal"
        error={errors.amount?.message}
        {...register('amount', { validate: (text) => read(text) !== null || 'Amount must be an amount above 0' })}
      />
      <Field
        label="Name of the recipient"
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={errors.recipient?.message}
        {...register('recipient', { validate: (text) => text.trim() !== '' || 'Name of the recipient is required' })}
      />
      <TextArea label="Message (may be blank)" rows={3} maxLength={MAX_SHORT_TEXT_LENGTH} {...register('message')} />
      <Field
        label="E-mail of the recipient (blank to hand it over yourself)"
        type="email"
        autoComplete="off"
        maxLength={MAX_EMAIL_LENGTH}
        {...register('email')}
      />
      <Field
        label="Day of the e-mail (blank for today)"
        type="date"
        error={errors.day?.message}
        {...register('day', { validate: (day, { email }) => day === '' || email.trim() !== '' || NO_RECIPIENT })}
      />
      <Button type="submit" className="justify-self-start" busy={isBusy}>
        Continue to payment
      </Button>
    </form>
  )
}

const NO_RECIPIENT = 'A day needs the e-mail of the recipient'

function toOrder({ recipient, message, email, day }: typeof BLANK, amount: number): VoucherOrder {
  const to = email.trim()
  return {
    amount,
    recipient_name: recipient.trim(),
    ...(message.trim() && { message: message.trim() }),
    ...(to && { deliver_to: to, ...(day && { deliver_at: day }) }),
  }
}

interface PaymentProps {
  begun: Begun
  onDone: () => void
  onBack: () => void
}

function Payment({ begun: { order, clientSecret }, onDone, onBack }: PaymentProps) {
  const { user } = useSession()
  const { currency } = useSchool()
  const payer = { email: user?.email || 'unknown', name: user?.displayName || 'unknown' }
  return (
    <section className="grid max-w-prose gap-5" aria-labelledby="voucher-payment">
      <h2 id="voucher-payment" ref={focusMounted} tabIndex={-1} className="font-display text-2xl">
        Gift voucher of {formatMajor(order.amount, currency)} for {order.recipient_name}
      </h2>
      <PaymentForm
        amount={order.amount}
        seats={0}
        heldUntil={0}
        payer={payer}
        clientSecret={clientSecret}
        onDone={onDone}
        onCanceled={async () => onBack()}
        terms={<p>While nothing of it is spent, we refund a voucher in full. Contact us for it.</p>}
      />
      <Button look="ghost" className="justify-self-start" onClick={onBack}>
        Change the voucher
      </Button>
    </section>
  )
}

function Done({ order, onAgain }: { order: VoucherOrder; onAgain: () => void }) {
  const { deliver_to: to, deliver_at: day } = order
  return (
    <div className="grid gap-4">
      <p role="status" tabIndex={-1} ref={focusMounted} className="wrap-anywhere font-display text-2xl">
        Thank you. We e-mail the code to {to ?? 'you'}
        {day && ` on ${day}`}.
      </p>
      <Button look="outline" className="justify-self-start" onClick={onAgain}>
        Buy another one
      </Button>
    </div>
  )
}

function focusMounted(element: HTMLElement | null): void {
  if (element) focusSoon(() => element)
}

function OwnVouchers() {
  const { user } = useSession()
  const { data } = useQuery(ownVouchersQuery)
  const own = data?.filter(({ buyer }) => buyer?.email === user?.email) ?? []
  if (own.length === 0) return null
  return (
    <section className="grid gap-4" aria-labelledby="own-vouchers">
      <h2 id="own-vouchers" className="font-display text-2xl">
        Your gift vouchers
      </h2>
      <ul>
        {own.map((voucher) => (
          <OwnVoucher key={voucher._id} voucher={voucher} />
        ))}
      </ul>
    </section>
  )
}

function OwnVoucher({ voucher }: { voucher: Voucher }) {
  const { last_four, recipient_name, balance, amount, currency } = voucher
  return (
    <li className="wrap-anywhere flex flex-wrap justify-between gap-4 border-line border-t py-4">
      <div>
        <p>
          …{last_four} for {recipient_name || 'you'}
        </p>
        <p className="text-sm text-soft">{describeVoucher(voucher)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <p className="tabular-nums">
          {formatMajor(balance, currency)} of {formatMajor(amount, currency)}
        </p>
        <SaveVoucherButton voucher={voucher} />
      </div>
    </li>
  )
}
