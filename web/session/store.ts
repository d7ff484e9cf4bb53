/** The session of this tab, outside React: calls and pages share one truth. */
import type { Role } from '#contract/users.ts'
import type { Person } from './identity.ts'

export interface Session {
  /** Starts true, and ends when the token is stored or it is known that nobody is signed in. */
  loading: boolean
  user: Person | null
  /** Null until the user record has been read. */
  role: Role | null
  /** Why it is not known who is signed in, or in which role: a sentence for a person. */
  problem: string | null
}

export const LOADING: Session = { loading: true, user: null, role: null, problem: null }
export const SIGNED_OUT: Session = { ...LOADING, loading: false }

let session = LOADING
const listeners = new Set<() => void>()

export const currentSession = (): Session => session

export function changeSession(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
