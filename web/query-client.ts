/** The cache of the API's responses to this user. Only pages for signed-in users load it. */
import { QueryClient } from '@tanstack/react-query'
import type { Role } from '#contract/users.ts'
import { refetchAfter } from './queries.ts'
import { retryDelay, shouldRetry } from './retry.ts'
import { currentSession, subscribeSession } from './session/store.ts'
import { toastWarning } from './ui/toasts.ts'

const FIVE_MINUTES = 5 * 60_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: FIVE_MINUTES,
      // Older data is shown from the cache and read again.
      staleTime: 10_000,
      retry: shouldRetry,
      retryDelay,
      // Being offline is an error that the user sees, not a pause.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

let ownerEmail = currentSession().user?.email
let ownerRole = currentSession().role
subscribeSession(() => {
  const { loading, user, role } = currentSession()
  const isSameUser = user?.email === ownerEmail
  if (isSameUser && role && ownerRole && role !== ownerRole) showNewRole(role)
  ownerRole = isSameUser ? (role ?? ownerRole) : role
  if (loading || isSameUser) return
  const previousEmail = ownerEmail
  ownerEmail = user?.email
  // The first user has no data of another one to clear, and the queries of their page must continue.
  if (previousEmail === undefined) return
  // After React has removed the lists: one on the screen would refetch without a token.
  setTimeout(() => queryClient.clear())
})

const NEW_ROLES: Record<Role, string> = { student: 'a student', instructor: 'an instructor', admin: 'an admin' }

/** An admin has changed the role: a page that the user may no longer open leads Home. */
function showNewRole(role: Role): void {
  void refetchAfter(queryClient, 'ownRoleChanged')
  toastWarning(`You are now ${NEW_ROLES[role]}. Your pages are under Dashboard.`)
}
