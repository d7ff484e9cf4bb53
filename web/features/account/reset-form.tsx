import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { resetPassword } from '#web/session/account.ts'
import { LINK_SPENT, Refusal } from '#web/session/identity.ts'
import { wordsFor } from '#web/session/words.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { lazyResolver } from '#web/ui/lazy-resolver.ts'
import { popupSuccess } from '#web/ui/notices.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { FormError } from './form-error.tsx'
import type { ResetForm as Values } from './reset.rules.ts'

const { resolver, preload } = lazyResolver<Values>(() => import('./reset.rules.ts'))

/** Sets a new password by the token of a letter, and leads on to the login. */
export function ResetForm({ token, onSpent }: { token: string; onSpent: () => void }) {
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const { register, handleSubmit, setError, formState } = useForm<Values>({ resolver, mode: 'onSubmit' })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ password }) => {
    try {
      await resetPassword(token, password)
    } catch (error) {
      if (error instanceof Refusal && error.code === LINK_SPENT) return onSpent()
      return setError('root', { message: wordsFor(error) })
    }
    popupSuccess('Your new password is set.')
    await navigate('/login', { replace: true })
  })
  return (
    <form method="post" noValidate onSubmit={submit} onFocus={preload} className="grid gap-5">
      <FormError message={errors.root?.message} />
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
      <Button type="submit" disabled={!hydrated} busy={isSubmitting}>
        Set new password
      </Button>
    </form>
  )
}
