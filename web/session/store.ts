/** The session of this tab, outside React: calls and pages share one state. */
import type { Role } from '#contract/users.ts'
import { createStore } from '#web/store.ts'
import type { Person } from './identity.ts'

export interface Session {
  /** True until a token is stored, or the user turns out to be signed out. */
  loading: boolean
  user: Person | null
  /** Null until the user record has been read. */
  role: Role | null
  /** A message for the user: why the user or the role could not be read. */
  problem: string | null
  /** A user whom the provider has signed in, but whose e-mail address the server requires to be confirmed first. */
  unconfirmed: Person | null
  /** A sign-in waits for the code of the second factor. */
  awaitsCode: boolean
  /** The server requires a second factor of this admin, who has none. */
  lacksSecondFactor: boolean
}

export const LOADING: Session = {
  loading: true,
  user: null,
  role: null,
  problem: null,
  unconfirmed: null,
  awaitsCode: false,
  lacksSecondFactor: false,
}
export const SIGNED_OUT: Session = { ...LOADING, loading: false }

export const sessionStore = createStore(LOADING)

export const { get: currentSession, set: changeSession, subscribe: subscribeSession } = sessionStore
