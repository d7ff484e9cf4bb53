import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MAX_SHORT_TEXT_LENGTH } from '#contract/values/limits.ts'
import { api, call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useLaterStep } from '#web/ui/forms/use-later-step.ts'
import { NeedsJavaScript } from '#web/ui/needs-javascript.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import type { WithdrawalForm as Values } from './withdrawal.rules.ts'

const { resolver, preload } = lazyResolver<Values>(() => import('./withdrawal.rules.ts'))

/** A ref that focuses what a step shows, so that a screen reader reads it. */
const focusOnMount = (heading: HTMLElement | null) => heading?.focus()

/** Declares the withdrawal from a contract in two steps: what, then `Confirm withdrawal`. */
export function WithdrawalForm() {
  const [query] = useSearchParams()
  const form = useForm<Values>({
    resolver,
    mode: 'onSubmit',
    defaultValues: { order: query.get('order') ?? '', email: '', name: '', text: '' },
  })
  const { isLater, open, leave } = useLaterStep()
  const [values, setValues] = useState<Values | null>(null)
  const [isSent, setIsSent] = useState(false)
  if (values && isSent) return <Sent {...values} />
  if (values && isLater) return <Confirmation values={values} onBack={leave} onSent={() => setIsSent(true)} />
  const review = (typed: Values) => {
    setValues(typed)
    open()
  }
  return <Fields form={form} onSubmit={review} />
}

interface FieldsProps {
  form: ReturnType<typeof useForm<Values>>
  onSubmit(values: Values): void
}

function Fields({ form: { register, handleSubmit, formState }, onSubmit }: FieldsProps) {
  const hydrated = useHydrated()
  const { errors } = formState
  return (
    <form
      noValidate
      method="post"
      onSubmit={handleSubmit(onSubmit)}
      onFocus={preload}
      className="grid max-w-prose gap-5"
    >
      <Field
        label="Order number"
        inputMode="numeric"
        autoComplete="off"
        error={errors.order?.message}
        {...register('order')}
      />
      <Field
        label="E-mail"
        type="email"
        autoComplete="email"
        maxLength={MAX_EMAIL_LENGTH}
        error={errors.email?.message}
        {...register('email')}
      />
      <Field
        label="Name"
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        error={errors.name?.message}
        {...register('name')}
      />
      <Field
        label="What you withdraw from (blank for the whole order)"
        maxLength={MAX_SHORT_TEXT_LENGTH}
        error={errors.text?.message}
        {...register('text')}
      />
      <Button type="submit" className="btn-waiting justify-self-start" disabled={!hydrated}>
        Continue
      </Button>
      <NeedsJavaScript action="withdraw from a contract" />
    </form>
  )
}

interface ConfirmationProps {
  values: Values
  onBack(): void
  onSent(): void
}

function Confirmation({ values, onBack, onSent }: ConfirmationProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { order, email, name, text } = values
  const confirm = async () => {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await call(api.withdrawFromContract, { body: { ...values, order: Number(order) } })
      onSent()
    } catch (error) {
      setProblem((error as Error).message)
      setIsBusy(false)
    }
  }
  return (
    <>
      <h2 ref={focusOnMount} tabIndex={-1} className="font-display text-2xl">
        Withdraw from order {order}?
      </h2>
      <p className="wrap-anywhere whitespace-pre-line">
        I, {name} ({email}), withdraw from my contract of order {order}
        {text ? `, for:\n${text}` : '.'}
      </p>
      <FormError message={problem} />
      <div className="flex flex-wrap gap-4">
        <Button busy={isBusy} onClick={() => void confirm()}>
          Confirm withdrawal
        </Button>
        <Button look="outline" disabled={isBusy} onClick={onBack}>
          Back
        </Button>
      </div>
    </>
  )
}

function Sent({ order, email }: Values) {
  return (
    <>
      <h2 ref={focusOnMount} tabIndex={-1} className="font-display text-2xl">
        We have received your withdrawal.
      </h2>
      <p className="wrap-anywhere">
        If order {order} belongs to {email}, an e-mail that proves what you sent, and when, is on its way. If none
        comes, check the number and the address, or write to us.
      </p>
    </>
  )
}
