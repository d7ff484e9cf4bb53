import type { ReactNode } from 'react'
import { useSchool } from '#web/school/school.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** Shows a page about passwords, or where to log in at a school without them. */
export function NeedsPasswords({ children }: { children: ReactNode }) {
  const { signIn, signInProviders } = useSchool()
  if (signIn.passwords) return children
  const names = signInProviders.map(({ name }) => name).join(' or ')
  return (
    <>
      <p className="mb-8">You log in with {names} here, so there is no password to change.</p>
      <ButtonLink to="/login">Login</ButtonLink>
    </>
  )
}
