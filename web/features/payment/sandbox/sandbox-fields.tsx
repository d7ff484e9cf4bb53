import { zodResolver } from '@hookform/resolvers/zod'
import { type ChangeEvent, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Field } from '#web/ui/field.tsx'
import type { CardFieldsProps, Outcome } from '../card-provider.ts'
import { Card, type CardInput, spacedExpiry, spacedNumber } from './card.rules.ts'
import { confirmCard } from './confirm-card.ts'

/** The card fields of the pretend provider, which every test card of Stripe's knows its way around. */
export default function SandboxFields({ clientSecret, payer, onReady }: CardFieldsProps) {
  const { register, handleSubmit, formState } = useForm<CardInput, unknown, Card>({
    resolver: zodResolver(Card),
    defaultValues: { number: '', expiry: '', cvc: '' },
  })
  const { errors } = formState
  const { email, name } = payer
  useEffect(() => {
    onReady(async () => {
      let outcome: Outcome = { paid: false, message: null }
      await handleSubmit(async (card) => {
        outcome = await confirmCard(clientSecret, card, { email, name })
      })()
      return outcome
    })
    return () => onReady(null)
  }, [onReady, handleSubmit, clientSecret, email, name])
  return (
    <div className="grid gap-5">
      <Field
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        error={errors.number?.message}
        {...register('number', { onChange: formatted(spacedNumber) })}
      />
      <div className="grid grid-cols-2 items-start gap-5">
        <Field
          label="Expiry"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          error={errors.expiry?.message}
          {...register('expiry', { onChange: formatted(spacedExpiry) })}
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

/** Spaces what is typed, and leaves the middle of it alone: while something is put in there, the caret must not jump. */
function formatted(format: (typed: string) => string) {
  return ({ target }: ChangeEvent<HTMLInputElement>) => {
    const atEnd = target.selectionStart === target.value.length
    const deleting = (target.dataset.before?.length ?? 0) > target.value.length
    if (atEnd && !deleting) target.value = format(target.value)
    target.dataset.before = target.value
  }
}
