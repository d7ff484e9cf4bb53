/** How the signed-in user may sign in, and whether their e-mail is confirmed: the identity provider's to say. */
import { useQuery } from '@tanstack/react-query'
import { signInMethods } from '#web/session/account.ts'
import { useSession } from '#web/session/use-session.ts'

export const METHODS = 'sign-in methods'

export function useMethods() {
  const { user } = useSession()
  return useQuery({ queryKey: [METHODS, user?.email], queryFn: signInMethods, enabled: user !== null })
}
