import { useEffect, useRef } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { PageTitle } from '#web/school/page-title.tsx'
import { enterCode, leaveSignIn } from '#web/session/account/second-factor.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/secrets/code-field.tsx'
import { popupSuccess } from '#web/ui/toasts.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { AuthLayout } from './auth-layout.tsx'
import type { CodeForm as Values } from './code.rules.ts'
import { useSignInForm } from './use-sign-in-form.ts'

const rules = lazyResolver<Values>(() => import('./code.rules.ts'))

/** The step of a sign-in that asks for the second factor. */
export default function EnterCode() {
  const { state } = useLocation()
  const [query] = useSearchParams()
  const isRecovery = query.has('recovery')
  return (
    <AuthLayout
      title="Login"
      line={isRecovery ? 'Enter one of your recovery codes.' : 'Enter the code of your authenticator app.'}
    >
      <PageTitle page="Login" />
      <CodeForm key={`${isRecovery}`} isRecovery={isRecovery} />
      <p className="mt-5 flex flex-wrap justify-between gap-3 text-sm">
        <Link to={isRecovery ? '?' : '?recovery'} replace state={state} className="link">
          {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
        </Link>
        <button type="button" className="link" onClick={leaveSignIn}>
          Back to login
        </button>
      </p>
    </AuthLayout>
  )
}

function CodeForm({ isRecovery }: { isRecovery: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const { form, messages, isSending } = useSignInForm<Values>({
    rules,
    async send({ code }) {
      await enterCode({ kind: isRecovery ? 'recovery code' : 'code', value: code })
      popupSuccess('User Login Successfully.')
    },
  })
  return (
    <form {...form} className="grid gap-5">
      <FormError message={messages.root} />
      <CodeField ref={input} isRecovery={isRecovery} error={messages.code} name="code" />
      <Button type="submit" busy={isSending}>
        Login
      </Button>
    </form>
  )
}
