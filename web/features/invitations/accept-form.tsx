import { Link } from 'react-router'
import type { OpenedInvitation } from '#contract/invitations.ts'
import { api, call } from '#web/api.ts'
import { useSignInForm } from '#web/features/sign-in/use-sign-in-form.ts'
import { requestVerification } from '#web/session/account/account.ts'
import { login } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, PasswordField } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import type { AcceptForm as Values } from './accept.rules.ts'

const rules = lazyResolver<Values>(() => import('./accept.rules.ts'))

interface AcceptFormProps {
  token: string
  invitation: OpenedInvitation
  /** Called when the account exists, and its owner is logged in or not. */
  onAccepted: (isLoggedIn: boolean) => void
}

/** Accepts an invitation with a new account, and logs in. An address that the link does not confirm gets an e-mail that does. */
export function AcceptForm({ token, invitation: { email, by_email }, onAccepted }: AcceptFormProps) {
  const { form, messages, isSending } = useSignInForm<Values>({
    rules,
    async send({ name, password }) {
      await call(api.acceptInvitation, { body: { token, name, password } })
      const isLoggedIn = await login(email, password).catch(() => false)
      if (isLoggedIn && !by_email) await requestVerification().catch(() => undefined)
      onAccepted(isLoggedIn)
    },
  })
  return (
    <form {...form} className="grid gap-5">
      <FormError message={messages.root} />
      <Field label="Email" type="email" autoComplete="username" readOnly value={email} name="email" />
      <Field label="Name" required autoComplete="name" error={messages.name} name="name" />
      <PasswordField label="Password" required autoComplete="new-password" error={messages.password} name="password" />
      <PasswordField
        label="Confirm Password"
        required
        autoComplete="new-password"
        error={messages.confirmPassword}
        name="confirmPassword"
      />
      <Button type="submit" busy={isSending}>
        Create account
      </Button>
      <p className="text-soft text-sm">
        By accepting you agree to the{' '}
        <Link to="/terms" className="link">
          Terms
        </Link>
        . The{' '}
        <Link to="/privacy" className="link">
          Privacy
        </Link>{' '}
        page says what we store.
      </p>
    </form>
  )
}
