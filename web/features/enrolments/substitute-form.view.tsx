import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { EnrolledClass, Substitute } from '#contract/enrolments.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Field } from '#web/ui/field.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'

const { resolver, preload } = lazyResolver<Substitute>(() => import('./substitute.rules.ts'))

/** Lets a student give their place to another person, until the date begins. */
export default function SubstituteForm({ enrolledClass }: { enrolledClass: EnrolledClass }) {
  const { register, formState, setError, handleSubmit } = useForm<Substitute>({
    resolver,
    defaultValues: { email: '', name: '' },
  })
  const { errors, isSubmitting } = formState
  const give = useGivePlace(enrolledClass)
  const submit = handleSubmit((body) =>
    give(body).catch((error: unknown) => setError('root', { message: toMessage(error) })),
  )
  const { starts_at } = enrolledClass.run
  if (starts_at !== null && starts_at <= Date.now()) return null
  return (
    <details className="disclosure">
      <summary>Can't come? Name a substitute</summary>
      <form noValidate onSubmit={submit} onFocus={preload} className="mt-4 grid gap-4">
        <FormError message={errors.root?.message} />
        <Field label="Name of the substitute" autoComplete="off" error={errors.name?.message} {...register('name')} />
        <Field
          label="Their e-mail"
          type="email"
          autoComplete="off"
          error={errors.email?.message}
          {...register('email')}
        />
        <Button type="submit" look="outline" className="justify-self-start" busy={isSubmitting}>
          Give the place
        </Button>
      </form>
    </details>
  )
}

/** POST /enrolment/{id}/substitute, after a confirmation. */
function useGivePlace({ _id: id, className }: EnrolledClass) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (body: Substitute) => {
    const text = `${body.name} takes your place in ${className}, and you are no longer enrolled.`
    const detail = 'The payment stays yours, and so does a refund. We e-mail both of you.'
    const question = {
      title: 'Give your place away?',
      text,
      detail,
      action: 'Yes, give it!',
      decline: 'Keep the place',
    }
    if (!(await confirm(question))) return
    await call(api.nameSubstitute, { params: { id }, body })
    toastSuccess(`${body.name} has your place in ${className}`)
    await navigate('/dashboard/enroll-class')
    await refetchAfter(client, 'dateChanged')
  }
}
