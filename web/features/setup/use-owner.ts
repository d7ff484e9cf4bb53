import { useEffect, useState } from 'react'
import { useSchool } from '#web/school/school.ts'
import { forgetPerson, readPerson } from '#web/session/account/claim.ts'
import type { Person } from '#web/session/identity.ts'
import { toMessage } from '#web/session/messages.ts'

/** Returns the user whom the identity provider has signed in. Where we keep the accounts ourselves, the form creates one. */
export function useOwner() {
  const { ownAccounts } = useSchool().signIn
  const [owner, setOwner] = useState<Person | null>(null)
  const [isLoading, setLoading] = useState(!ownAccounts)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (ownAccounts) return
    readPerson()
      .then(setOwner)
      .catch((error) => setProblem(toMessage(error)))
      .finally(() => setLoading(false))
  }, [ownAccounts])
  const leave = () =>
    forgetPerson()
      .then(() => setOwner(null))
      .catch((error) => setProblem(toMessage(error)))
  return { owner, isLoading, problem, setOwner, leave }
}
