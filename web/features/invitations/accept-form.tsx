import type { OpenedInvitation } from '#contract/invitations.ts'
import { api, call } from '#web/api.ts'
import { Agreement } from '#web/features/sign-in/agreement.tsx'
import { NewPasswordField } from '#web/features/sign-in/new-password-field.tsx'
import { useSignInForm } from '#web/features/sign-in/use-sign-in-form.ts'
import { useSchool } from '#web/school/school.ts'
import { requestVerification } from '#web/session/account/account.ts'
import { claimAs, registerOrLogin } from '#web/session/account/claim.ts'
import type { NewAccount } from '#web/session/identity.ts'
import { withProof } from '#web/session/session.ts'
import { login } from '#web/session/sign-in/sign-in.ts'
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
  const { ownAccounts } = useSchool().signIn
  const { form, messages, isSending } = useSignInForm<Values>({
    rules,
    async send({ name, password }) {
      if (!ownAccounts) {
        await acceptAtProvider(token, { name, email, password, photo: '' })
        return onAccepted(true)
      }
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
      <NewPasswordField label="Password" required error={messages.password} name="password" />
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
      <Agreement action="accepting" />
    </form>
  )
}

/** Accepts it with an account that the identity provider creates. */
async function acceptAtProvider(token: string, account: NewAccount): Promise<void> {
  const person = await registerOrLogin(account)
  await claimAs(person, () => withProof(api.claimInvitation, { body: { token } }))
}
