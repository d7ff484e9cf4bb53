import { login } from '#web/session/sign-in/sign-in.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, PasswordField } from '#web/ui/field.tsx'
import { popupSuccess } from '#web/ui/toasts.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import type { LoginForm as Values } from './login.rules.ts'
import { useSignInForm } from './use-sign-in-form.ts'

const rules = lazyResolver<Values>(() => import('./login.rules.ts'))

/** The login form. The page redirects when the session reports the user. */
export function LoginForm() {
  const isHydrated = useHydrated()
  const { form, messages, isSending } = useSignInForm<Values>({
    rules,
    async send({ email, password }) {
      if (await login(email, password)) popupSuccess('User Login Successfully.')
    },
  })
  return (
    <form {...form} className="grid gap-5">
      <FormError message={messages.root} />
      <Field label="Email" type="email" autoComplete="username" error={messages.email} name="email" />
      <PasswordField label="Password" autoComplete="current-password" error={messages.password} name="password" />
      <Button type="submit" disabled={!isHydrated} busy={isSending}>
        Login
      </Button>
    </form>
  )
}
