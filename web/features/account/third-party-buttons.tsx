import { useEffect, useState } from 'react'
import { useSchool } from '#web/school/school.ts'
import { Refusal, type ThirdParty, UNDER_WAY } from '#web/session/identity.ts'
import { loginWith, provider } from '#web/session/session.ts'
import { wordsFor } from '#web/session/words.ts'
import { Button } from '#web/ui/button.tsx'
import { popupSuccess } from '#web/ui/notices.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { FormError } from './form-error.tsx'

/** Signing in with each third party that the school knows; nothing where it knows none. */
export function ThirdPartyButtons() {
  const { thirdParties } = useSchool()
  const hydrated = useHydrated()
  const [problem, setProblem] = useState<string>()
  const known = thirdParties.length > 0
  useEffect(() => {
    // A browser lets a click open a window only for a moment, so what opens it is there before.
    if (known) void provider().catch(() => undefined)
  }, [known])
  if (!known) return null

  const enter = async (thirdParty: ThirdParty) => {
    setProblem(undefined)
    try {
      await loginWith(thirdParty)
      popupSuccess('User Login Successfully.')
    } catch (error) {
      if (!(error instanceof Refusal && error.code === UNDER_WAY)) setProblem(wordsFor(error))
    }
  }
  return (
    <div className="mt-8 grid gap-4">
      <p className="or">or</p>
      <FormError message={problem} />
      {thirdParties.map((thirdParty) => (
        <Button key={thirdParty.id} look="outline" disabled={!hydrated} onClick={() => enter(thirdParty)}>
          Continue with {thirdParty.name}
        </Button>
      ))}
    </div>
  )
}
