import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { CallError } from '#contract/call.ts'
import type { SentInvitation } from '#contract/invitations.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { useInvite } from './invitations.query.ts'
import type { InviteForm as Values } from './invite.rules.ts'

const { resolver, preload } = lazyResolver<Values>(() => import('./invite.rules.ts'))

const ROLES = [
  { value: 'student', label: 'Student' },
  { value: 'instructor', label: 'Instructor' },
  { value: 'admin', label: 'Admin' },
]

/** Invites an e-mail address in a role. For an address with an account it leads to the row that changes the role. */
export function InviteForm({ onSent }: { onSent: (invitation: SentInvitation) => void }) {
  const { mutateAsync } = useInvite()
  const form = useForm<Values>({ resolver, defaultValues: { email: '', role: 'student' } })
  const { register, handleSubmit, setError, reset, formState } = form
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (values) => {
    try {
      onSent(await mutateAsync(values))
      reset()
    } catch (error) {
      const isRegistered = error instanceof CallError && error.code === 'ALREADY_REGISTERED'
      setError('root', { type: isRegistered ? values.email : 'refused', message: toMessage(error) })
    }
  })
  const registered = String(errors.root?.type ?? '').includes('@') ? String(errors.root?.type) : null
  return (
    <form
      noValidate
      onSubmit={submit}
      onFocus={preload}
      className="mb-10 grid max-w-2xl gap-5"
      aria-label="New invitation"
    >
      <FormError message={errors.root?.message} />
      {registered && (
        <Link className="link justify-self-start" to={`/dashboard/all-users?q=${encodeURIComponent(registered)}`}>
          Change the role of {registered}
        </Link>
      )}
      <div className="form-pair">
        <Field
          label="Email"
          type="email"
          required
          autoComplete="off"
          error={errors.email?.message}
          {...register('email')}
        />
        <Select label="Role" options={ROLES} {...register('role')} />
      </div>
      <Button type="submit" className="justify-self-start" busy={isSubmitting}>
        Send invitation
      </Button>
    </form>
  )
}
