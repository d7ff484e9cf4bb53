import { useNavigate } from 'react-router'
import { resetPassword } from '#web/session/account/account.ts'
import { AuthError, LINK_SPENT } from '#web/session/auth-error.ts'
import { loadWayBack } from '#web/session/return-path.ts'
import { Button } from '#web/ui/button.tsx'
import { popupSuccess } from '#web/ui/toasts.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { NewPasswordPair } from './new-password-field.tsx'
import type { ResetForm as Values } from './reset.rules.ts'
import { useSignInForm } from './use-sign-in-form.ts'

const rules = lazyResolver<Values>(() => import('./reset.rules.ts'))

/** Sets a new password with the token of an e-mailed link, then goes to the login. */
export function ResetForm({ token, onExpired }: { token: string; onExpired: () => void }) {
  const isHydrated = useHydrated()
  const navigate = useNavigate()
  const { form, messages, isSending } = useSignInForm<Values>({
    rules,
    async send({ password }) {
      try {
        await resetPassword(token, password)
      } catch (error) {
        if (error instanceof AuthError && error.code === LINK_SPENT) return onExpired()
        throw error
      }
      popupSuccess('Your new password is set.')
      await navigate('/login', { replace: true, state: loadWayBack() })
    },
  })
  return (
    <form {...form} className="grid gap-5">
      <FormError message={messages.root} />
      <NewPasswordPair messages={messages} />
      <Button type="submit" disabled={!isHydrated} busy={isSending}>
        Set new password
      </Button>
    </form>
  )
}
