import { requestReset } from '#web/session/account/account.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import type { ForgotForm as Values } from './forgot.rules.ts'
import { useSignInForm } from './use-sign-in-form.ts'

const rules = lazyResolver<Values>(() => import('./forgot.rules.ts'))

/** Requests a reset link. The response is the same whether the address has an account or not. */
export function ForgotForm() {
  const isHydrated = useHydrated()
  const { form, messages, isSending, isSent } = useSignInForm<Values>({
    rules,
    send: ({ email }) => requestReset(email),
  })
  return (
    <form {...form} className="grid gap-5">
      <FormError message={messages.root} />
      <Field label="Email" type="email" autoComplete="username" error={messages.email} name="email" />
      <Button type="submit" disabled={!isHydrated} busy={isSending}>
        Send reset link
      </Button>
      <div role="status">
        {isSent && (
          <div className="hint mb-0 grid gap-2">
            <p>If that address has an account, a reset link is on its way.</p>
            <p className="text-soft text-sm">
              No e-mail after a few minutes? Check your spam folder and the address above, then send it again.
            </p>
          </div>
        )}
      </div>
    </form>
  )
}
