import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { Refusal } from '#web/session/identity.ts'
import { register as createAccount } from '#web/session/session.ts'
import { wordsFor } from '#web/session/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, PasswordField } from '#web/ui/field.tsx'
import { lazyResolver } from '#web/ui/lazy-resolver.ts'
import { popupSuccess } from '#web/ui/notices.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { FormError } from './form-error.tsx'
import type { RegisterForm as Values } from './register.rules.ts'

const { resolver, preload } = lazyResolver<Values>(() => import('./register.rules.ts'))

/** For whoever has an account already. */
const TAKEN = 'Auth Email Already in use.'

/** A new account. Where it leads afterwards is the page's business: the session tells it. */
export function RegisterForm() {
  const hydrated = useHydrated()
  const { register, handleSubmit, setError, formState } = useForm<Values>({ resolver, mode: 'onSubmit' })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (values) => {
    try {
      await createAccount(values)
      popupSuccess('User Login Successfully.')
    } catch (error) {
      setError('root', { message: isTaken(error) ? TAKEN : wordsFor(error) })
    }
  })
  return (
    <form method="post" noValidate onSubmit={submit} onFocus={preload} className="grid gap-5">
      <FormError message={errors.root?.message} />
      <Field label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
      <Field
        label="Email"
        type="email"
        required
        autoComplete="username"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        required
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password', { deps: 'confirmPassword' })}
      />
      <PasswordField
        label="Confirm Password"
        required
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <Field label="Photo Url" type="url" autoComplete="photo" error={errors.photo?.message} {...register('photo')} />
      <Button type="submit" disabled={!hydrated} busy={isSubmitting}>
        Register
      </Button>
      <p className="text-soft text-sm">
        By registering you agree to the{' '}
        <Link to="/terms" className="link">
          Terms
        </Link>
        . The{' '}
        <Link to="/privacy" className="link">
          Privacy
        </Link>{' '}
        page says what we keep.
      </p>
    </form>
  )
}

function isTaken(error: unknown): boolean {
  return error instanceof Refusal && error.code.startsWith('USER_ALREADY_EXISTS')
}
