/** The cache of what the server answered to this visitor. Loaded only where somebody is signed in. */
import { QueryClient } from '@tanstack/react-query'
import { retryDelay, worthRetrying } from '#web/retry.ts'
import { currentSession, subscribeSession } from '#web/session/store.ts'

const FIVE_MINUTES = 5 * 60_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: FIVE_MINUTES,
      // Shown at once from the cache, asked again when it is older than this.
      staleTime: 10_000,
      retry: worthRetrying,
      retryDelay,
      // Offline is a failure that the reader is told, not a pause.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

let owner = currentSession().user?.email
let ownersRole = currentSession().role
subscribeSession(() => {
  const { loading, user, role } = currentSession()
  if (role && ownersRole && role !== ownersRole) void queryClient.invalidateQueries({ queryKey: ['user'] })
  ownersRole = role ?? ownersRole
  if (loading || user?.email === owner) return
  const earlier = owner
  owner = user?.email
  // Whoever comes first finds nothing of anybody's, and what their page is asking for must stay.
  if (earlier === undefined) return
  // Once React has taken the lists off the screen: one that still stands there would ask for itself again, without a token.
  setTimeout(() => queryClient.clear())
})
