import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { SchoolClass } from '#contract/classes.ts'
import type { GrantedEnrolment } from '#contract/enrolments.ts'
import { api, call } from '#web/api.ts'
import { DateChoice } from '#web/features/enrolments/date-choice.tsx'
import { refetchAfter } from '#web/queries.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { chooseDate } from './choose-date.ts'

const { resolver, preload } = lazyResolver<GrantedEnrolment>(() => import('./enroll-student.rules.ts'))

/** A form with which an admin enrolls a user without a payment, for a free place or one that was paid in cash. */
export function EnrollStudentForm({ schoolClass: { runs } }: { schoolClass: SchoolClass }) {
  const { register, handleSubmit, setError, reset, formState } = useForm<GrantedEnrolment>({
    resolver,
    defaultValues: { email: '', reason: '' },
  })
  const [runId, setRunId] = useState(chooseDate(runs)?._id ?? '')
  const { errors, isSubmitting } = formState
  const client = useQueryClient()
  const submit = handleSubmit(async (body) => {
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
    <section aria-labelledby="enroll-title" className="mt-12 max-w-2xl border-line border-t pt-10">
      <h2 id="enroll-title" className="mb-2 font-display text-2xl">
        Enroll a student
      </h2>
      <p className="mb-5 text-soft">Without a payment: a free place, or one paid in cash. We e-mail the student.</p>
      <form noValidate onSubmit={submit} onFocus={preload} className="grid gap-5">
        <FormError message={errors.root?.message} />
        <Field label="Email" type="email" autoComplete="off" error={errors.email?.message} {...register('email')} />
        {runs.length > 1 && <DateChoice label="Date" runs={runs} value={runId} onChoose={setRunId} />}
        <Field label="Reason" autoComplete="off" error={errors.reason?.message} {...register('reason')} />
        <Button type="submit" className="justify-self-start" busy={isSubmitting}>
          Enroll
        </Button>
      </form>
    </section>
  )
}
