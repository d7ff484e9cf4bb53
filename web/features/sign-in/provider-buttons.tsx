import { useEffect, useState } from 'react'
import { useSchool } from '#web/school/school.ts'
import { AuthError, UNDER_WAY } from '#web/session/auth-error.ts'
import type { SignInProvider } from '#web/session/identity.ts'
import { toMessage } from '#web/session/messages.ts'
import { provider } from '#web/session/session.ts'
import { loginWith } from '#web/session/sign-in/sign-in.ts'
import { Button } from '#web/ui/button.tsx'
import { popupSuccess } from '#web/ui/toasts.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { Agreement } from './agreement.tsx'

/** A button for each sign-in provider; renders nothing if there is none. */
export function ProviderButtons() {
  const { signInProviders, signIn: features } = useSchool()
  const isHydrated = useHydrated()
  const { problem, signIn } = useSignIn()
  const hasProviders = signInProviders.length > 0
  useEffect(() => {
    // A click may open a window only for a moment, so the code that opens it loads before.
    if (hasProviders) void provider().catch(() => undefined)
  }, [hasProviders])
  if (!hasProviders) return null
  return (
    <div className="mt-8 grid gap-4">
      {features.passwords ? <p className="or">or</p> : <Agreement />}
      <FormError message={problem} />
      {signInProviders.map((signInProvider) => (
        <Button key={signInProvider.id} look="outline" disabled={!isHydrated} onClick={() => signIn(signInProvider)}>
          Continue with {signInProvider.name}
        </Button>
      ))}
    </div>
  )
}

/** Signs in with a provider, and reports why that failed. */
function useSignIn() {
  const [problem, setProblem] = useState<string>()
  const signIn = async (signInProvider: SignInProvider) => {
    setProblem(undefined)
    try {
      if (await loginWith(signInProvider)) popupSuccess('User Login Successfully.')
    } catch (error) {
      if (!(error instanceof AuthError && error.code === UNDER_WAY)) setProblem(toMessage(error))
    }
  }
  return { problem, signIn }
}
