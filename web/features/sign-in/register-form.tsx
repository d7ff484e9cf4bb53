import { AuthError, EMAIL_IN_USE } from '#web/session/auth-error.ts'
import { toMessage } from '#web/session/messages.ts'
import { register } from '#web/session/sign-in/sign-in.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { popupSuccess } from '#web/ui/toasts.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { Agreement } from './agreement.tsx'
import { NewPasswordPair } from './new-password-field.tsx'
import type { RegisterForm as Values } from './register.rules.ts'
import { useSignInForm } from './use-sign-in-form.ts'

const rules = lazyResolver<Values>(() => import('./register.rules.ts'))

const PHOTO = {
  label: 'Photo Url',
  name: 'photo',
  type: 'url',
  autoComplete: 'photo',
  placeholder: 'Link to a picture of you: https://…',
}

const IN_USE_MESSAGE = 'Auth Email Already in use.'

/** The registration form. The page redirects when the session reports the user. */
export function RegisterForm() {
  const isHydrated = useHydrated()
  const { form, messages, isSending } = useSignInForm<Values>({
    rules,
    async send(values) {
      await register(values)
      popupSuccess('User Login Successfully.')
    },
    describeError: (error) => (isEmailInUse(error) ? IN_USE_MESSAGE : toMessage(error)),
  })
  return (
    <form {...form} className="grid gap-5">
      <FormError message={messages.root} />
      <Field label="Name" autoComplete="name" error={messages.name} name="name" />
      <Field label="Email" type="email" required autoComplete="username" error={messages.email} name="email" />
      <NewPasswordPair messages={messages} />
      <Field {...PHOTO} error={messages.photo} />
      <Button type="submit" disabled={!isHydrated} busy={isSending}>
        Register
      </Button>
      <Agreement />
    </form>
  )
}

function isEmailInUse(error: unknown): boolean {
  return error instanceof AuthError && error.code.startsWith(EMAIL_IN_USE)
}
