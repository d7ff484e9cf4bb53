import { useForm } from 'react-hook-form'
import { login } from '#web/session/session.ts'
import { wordsFor } from '#web/session/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, PasswordField } from '#web/ui/field.tsx'
import { lazyResolver } from '#web/ui/lazy-resolver.ts'
import { popupSuccess } from '#web/ui/notices.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { FormError } from './form-error.tsx'
import type { LoginForm as Values } from './login.rules.ts'

const { resolver, preload } = lazyResolver<Values>(() => import('./login.rules.ts'))

/** E-mail and password. Where it leads afterwards is the page's business: the session tells it. */
export function LoginForm() {
  const hydrated = useHydrated()
  const { register, handleSubmit, setError, formState } = useForm<Values>({ resolver, mode: 'onSubmit' })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ email, password }) => {
    try {
      await login(email, password)
      popupSuccess('User Login Successfully.')
    } catch (error) {
      setError('root', { message: wordsFor(error) })
    }
  })
  return (
    <form method="post" noValidate onSubmit={submit} onFocus={preload} className="grid gap-5">
      <FormError message={errors.root?.message} />
      <Field label="Email" type="email" autoComplete="username" error={errors.email?.message} {...register('email')} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" disabled={!hydrated} busy={isSubmitting}>
        Login
      </Button>
    </form>
  )
}
