/** The sign-in methods of the user, and whether their e-mail is confirmed, from the identity provider. */
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '#web/queries.ts'
import { signInMethods } from '#web/session/account/account.ts'
import { useSession } from '#web/session/use-session.ts'

export function useMethods() {
  const { user } = useSession()
  return useQuery({
    queryKey: [...queryKeys.signInMethods, user?.email],
    queryFn: signInMethods,
    enabled: user !== null,
  })
}
