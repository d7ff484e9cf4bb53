import { useState } from 'react'
import { useSchool } from '#web/school/school.ts'
import { identifyWith } from '#web/session/account/claim.ts'
import type { Person, SignInProvider } from '#web/session/identity.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'

interface OwnerSignInProps {
  problem: string | undefined
  onSignedIn: (owner: Person) => void
}

/** Signs the owner in with a sign-in provider, before the school is theirs. */
export function OwnerSignIn({ problem: earlier, onSignedIn }: OwnerSignInProps) {
  const { signInProviders } = useSchool()
  const [problem, setProblem] = useState(earlier)
  const signIn = async (signInProvider: SignInProvider) => {
    setProblem(undefined)
    await identifyWith(signInProvider)
      .then(onSignedIn)
      .catch((error) => setProblem(toMessage(error)))
  }
  return (
    <div className="mb-8 grid gap-4">
      <FormError message={problem} />
      {signInProviders.map((signInProvider) => (
        <Button key={signInProvider.id} look="outline" onClick={() => signIn(signInProvider)}>
          Continue with {signInProvider.name}
        </Button>
      ))}
    </div>
  )
}
