import { useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useLocation } from 'react-router'
import { formatPrice } from '#contract/values/format-price.ts'
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MAX_SHORT_TEXT_LENGTH } from '#contract/values/limits.ts'
import { readPositive } from '#contract/values/positive-amount.ts'
import type { VoucherOrder } from '#contract/vouchers.ts'
import { api, call } from '#web/api.ts'
import { useSchool } from '#web/school/school.ts'
import { rememberPath } from '#web/session/return-path.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { NeedsJavaScript } from '#web/ui/needs-javascript.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { storeDraft, type VoucherDraft } from './voucher-draft.ts'

/** An order of a gift voucher that waits for its payment. */
export interface BegunVoucher {
  order: VoucherOrder
  clientSecret: string
}

interface OrderFormProps {
  form: UseFormReturn<VoucherDraft>
  /** Amounts to choose from, beside the field for another one. */
  amounts: number[]
  onBegun: (begun: BegunVoucher) => void
}

/** The form of a gift voucher. A visitor fills it in as well, and logs in at its end. */
export function OrderForm({ form, amounts, onBegun }: OrderFormProps) {
  const { user, loading } = useSession()
  const { currencyDecimals } = useSchool()
  const { isBusy, run } = useBusy()
  const submit = form.handleSubmit((draft) =>
    run(async () => {
      // The session may have ended, and leads to the login then.
      storeDraft(draft)
      const order = toOrder(draft, readPositive(draft.amount, currencyDecimals) ?? 0)
      try {
        const { clientSecret } = await call(api.buyVoucher, { body: order })
        onBegun({ order, clientSecret: clientSecret ?? '' })
      } catch (error) {
        toastError((error as Error).message)
      }
    }),
  )
  return (
    <form noValidate method="post" onSubmit={submit} className="grid content-start gap-5">
      <NeedsJavaScript action="buy a gift voucher" />
      <AmountField form={form} amounts={amounts} />
      <GiftFields form={form} />
      <DeliveryFields form={form} />
      {user || loading ? (
        <Button type="submit" className="btn-waiting justify-self-start" disabled={loading} busy={isBusy}>
          Continue to payment
        </Button>
      ) : (
        <LoginFirst onLeave={() => storeDraft(form.getValues())} />
      )}
    </form>
  )
}

function AmountField({ form, amounts }: Pick<OrderFormProps, 'form' | 'amounts'>) {
  const { currencySign, currencyDecimals } = useSchool()
  const { register, setValue, control, formState } = form
  const hydrated = useHydrated()
  const typed = readPositive(useWatch({ control, name: 'amount' }) ?? '', currencyDecimals)
  const choose = (amount: number) => setValue('amount', `${amount}`, { shouldValidate: formState.isSubmitted })
  return (
    <div className="voucher-amount">
      {amounts.length > 0 && (
        <fieldset aria-label="Amount" className="flex min-w-0 flex-wrap gap-2">
          {amounts.map((amount) => (
            <button
              key={amount}
              type="button"
              className="btn btn-outline btn-waiting"
              disabled={!hydrated}
              aria-pressed={amount === typed}
              onClick={() => choose(amount)}
            >
              {formatPrice(amount, currencyDecimals, currencySign)}
            </button>
          ))}
        </fieldset>
      )}
      <Field
        className="contents"
        label={`Amount in ${currencySign.trim()}`}
        placeholder={amounts.length > 0 ? 'Another amount' : undefined}
        inputMode="decimal"
        error={formState.errors.amount?.message}
        {...register('amount', {
          validate: (text) => readPositive(text, currencyDecimals) !== null || 'Amount must be an amount above 0',
        })}
      />
    </div>
  )
}

function GiftFields({ form: { register, formState } }: Pick<OrderFormProps, 'form'>) {
  const { errors } = formState
  const hintId = useId()
  return (
    <>
      <Field
        label="Name of the recipient"
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={errors.recipient?.message}
        {...register('recipient', { validate: (text) => text.trim() !== '' || 'Name of the recipient is required' })}
      />
      <div>
        <TextArea
          label="Message"
          rows={3}
          maxLength={MAX_SHORT_TEXT_LENGTH}
          aria-describedby={hintId}
          {...register('message')}
        />
        <Hint id={hintId}>Optional. It stands on the voucher.</Hint>
      </div>
    </>
  )
}

function DeliveryFields({ form: { register, formState } }: Pick<OrderFormProps, 'form'>) {
  const { errors } = formState
  const [emailHint, dayHint] = [useId(), useId()]
  return (
    <>
      <div>
        <Field
          label="E-mail of the recipient"
          type="email"
          autoComplete="off"
          maxLength={MAX_EMAIL_LENGTH}
          hintId={emailHint}
          {...register('email')}
        />
        <Hint id={emailHint}>Leave it blank to hand the voucher over yourself.</Hint>
      </div>
      <div>
        <Field
          label="Day of the e-mail"
          type="date"
          hintId={dayHint}
          error={errors.day?.message}
          {...register('day', { validate: (day, { email }) => day === '' || email.trim() !== '' || NO_RECIPIENT })}
        />
        <Hint id={dayHint}>Leave it blank for today.</Hint>
      </div>
    </>
  )
}

const NO_RECIPIENT = 'A day needs the e-mail of the recipient'

const Hint = ({ id, children }: { id: string; children: string }) => (
  <p id={id} className="mt-1.5 text-sm text-soft">
    {children}
  </p>
)

function LoginFirst({ onLeave }: { onLeave: () => void }) {
  const location = useLocation()
  return (
    <div className="grid justify-items-start gap-3">
      <ButtonLink to="/login" state={rememberPath(location)} onClick={onLeave}>
        Log in to continue
      </ButtonLink>
      <p className="text-sm text-soft">You pay after logging in. What you have typed stays.</p>
    </div>
  )
}

function toOrder({ recipient, message, email, day }: VoucherDraft, amount: number): VoucherOrder {
  const to = email.trim()
  return {
    amount,
    recipient_name: recipient.trim(),
    ...(message.trim() && { message: message.trim() }),
    ...(to && { deliver_to: to, ...(day && { deliver_at: day }) }),
  }
}
