import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { SchoolClass } from '#contract/classes.ts'
import type { GrantedEnrolment } from '#contract/enrolments.ts'
import type { Run } from '#contract/runs.ts'
import { readAmount } from '#contract/values/amount.ts'
import { api, call } from '#web/api.ts'
import { DateChoice } from '#web/features/enrolments/date-choice.tsx'
import { refetchAfter } from '#web/queries.ts'
import { useSchool } from '#web/school/school.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'

type EnrollFields = Omit<GrantedEnrolment, 'amount'> & { amount: string }

const { resolver, preload } = lazyResolver<EnrollFields>(() => import('./enroll-student.rules.ts'))

const METHODS = [
  { value: 'free', label: 'Nothing: a free place' },
  { value: 'cash', label: 'In cash' },
  { value: 'transfer', label: 'By bank transfer' },
]

/** A form with which an admin enrolls a user, for a free place or with the money that the school has received. */
export function EnrollStudentForm({ runs }: Pick<SchoolClass, 'runs'>) {
  const { register, handleSubmit, setError, reset, watch, formState } = useForm<EnrollFields>({
    resolver,
    defaultValues: { email: '', reason: '', method: 'free', amount: '' },
  })
  const { currencyDecimals } = useSchool()
  const isPaid = watch('method') !== 'free'
  const [runId, setRunId] = useState(chooseDate(runs)?._id ?? '')
  const { errors, isSubmitting } = formState
  const client = useQueryClient()
  const submit = handleSubmit(async ({ amount, ...form }) => {
    const text = isPaid ? amount.trim() : ''
    const reading = text ? readAmount(text, currencyDecimals) : { amount: undefined }
    if (!reading || 'unclear' in reading)
      return setError('amount', { message: `amount must be an amount, such as ${(49.5).toFixed(currencyDecimals)}` })
    const body = { ...form, amount: reading.amount }
    try {
      await call(api.grantEnrolment, { params: { id: runId }, body })
      reset()
      toastSuccess(`${body.email} is enrolled`)
    } catch (error) {
      setError('root', { message: toMessage(error) })
    }
    await refetchAfter(client, 'studentEnrolled')
  })
  if (runs.length === 0) return null
  return (
    <section aria-labelledby="enroll-title" className="mt-12 border-line @min-[46rem]:max-w-2xl border-t pt-10">
      <h2 id="enroll-title" className="mb-2 font-display text-2xl">
        Enroll a student
      </h2>
      <p className="mb-5 text-soft">
        A free place, or one that you have received the money for. We e-mail the student.
      </p>
      <form noValidate onSubmit={submit} onFocus={preload} className="grid gap-5">
        <FormError message={errors.root?.message} />
        <Field label="Email" type="email" autoComplete="off" error={errors.email?.message} {...register('email')} />
        {runs.length > 1 && <DateChoice label="Date" runs={runs} value={runId} onChoose={setRunId} />}
        <Field label="Reason" autoComplete="off" error={errors.reason?.message} {...register('reason')} />
        <Select label="Paid" options={METHODS} {...register('method')} />
        {isPaid && (
          <Field
            label="Amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder="The list price"
            error={errors.amount?.message}
            {...register('amount')}
          />
        )}
        <Button type="submit" className="justify-self-start" busy={isSubmitting}>
          Enroll
        </Button>
      </form>
    </section>
  )
}

/** Returns the first date with a free seat that is not over, or the first of all. */
export function chooseDate<D extends Pick<Run, 'seats' | 'ends_at'>>(
  dates: readonly D[],
  now = Date.now(),
): D | undefined {
  return dates.find(({ seats, ends_at }) => seats > 0 && (ends_at === null || ends_at > now)) ?? dates[0]
}
