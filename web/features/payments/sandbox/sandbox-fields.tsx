import { zodResolver } from '@hookform/resolvers/zod'
import { type ChangeEvent, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { CardFieldsProps, Outcome } from '#web/features/payments/card-provider.ts'
import { Field } from '#web/ui/field.tsx'
import { Card, type CardInput, formatExpiry, formatNumber } from './card.rules.ts'
import { confirmCard } from './confirm-card.ts'

/** The card fields of the sandbox, which accepts Stripe's test cards. */
export default function SandboxFields({ clientSecret, payer, onReady }: CardFieldsProps) {
  const { register, handleSubmit, formState, setFocus } = useForm<CardInput, unknown, Card>({
    resolver: zodResolver(Card),
    defaultValues: { number: '', expiry: '', cvc: '' },
  })
  const { errors } = formState
  const { email, name } = payer
  useEffect(() => {
    onReady(async () => {
      let outcome: Outcome = { status: 'unpaid', message: null }
      await handleSubmit(async (card) => {
        outcome = await confirmCard(clientSecret, card, { email, name })
        if (outcome.status === 'unpaid') setFocus('number', { shouldSelect: true })
      })()
      return outcome
    })
    return () => onReady(null)
  }, [onReady, handleSubmit, setFocus, clientSecret, email, name])
  return (
    <div className="grid gap-5">
      <Field
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        error={errors.number?.message}
        {...register('number', { onChange: reformatWith(formatNumber) })}
      />
      <div className="field-halves">
        <Field
          label="Expiry"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          error={errors.expiry?.message}
          {...register('expiry', { onChange: reformatWith(formatExpiry) })}
        />
        <Field
          label="CVC"
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="CVC"
          maxLength={4}
          error={errors.cvc?.message}
          {...register('cvc')}
        />
      </div>
    </div>
  )
}

/** Formats the input while its end is edited. In the middle, formatting would move the caret. */
function reformatWith(format: (typed: string) => string) {
  return ({ target }: ChangeEvent<HTMLInputElement>) => {
    const atEnd = target.selectionStart === target.value.length
    const deleting = (target.dataset.before?.length ?? 0) > target.value.length
    if (atEnd && !deleting) target.value = format(target.value)
    target.dataset.before = target.value
  }
}
