/**
 * The embedded identity provider: better-auth under /api/auth, whose session cookie is the proof. Four of its calls over
 * fetch; its own client is fifteen times their size. Source: https://better-auth.com/docs/authentication/email-password
 */
import { unreachable } from '#web/transport.ts'
import { type Identity, type Person, Refusal } from './identity.ts'

interface User {
  email: string
  name: string
  image?: string | null
}

export const embeddedIdentity: Identity = {
  async current() {
    const session = await ask<{ user: User } | null>('/get-session')
    return session && person(session.user)
  },
  async register({ name, email, password, photo }) {
    const { user } = await ask<{ user: User }>('/sign-up/email', { name, email, password, image: photo || undefined })
    return person(user)
  },
  async login(email, password) {
    const { user } = await ask<{ user: User }>('/sign-in/email', { email, password })
    return person(user)
  },
  async logout() {
    await ask('/sign-out', {})
  },
  async proof() {
    return null
  },
}

function person({ email, name, image }: User): Person {
  return { email, displayName: name, photoURL: image || null }
}

/** The provider's answer; a `Refusal` in its words where it says no, a `CallError` where it cannot be reached. */
async function ask<T>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`/api/auth${path}`, body ? posted(body) : {}).catch((cause: unknown) => {
    throw unreachable(cause)
  })
  const told: unknown = await answer.json().catch(() => null)
  if (answer.ok) return told as T
  if (answer.status >= 500) throw unreachable(told)
  throw new Refusal(messageIn(told) ?? 'The sign-in was refused.')
}

function posted(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function messageIn(told: unknown): string | null {
  const message = typeof told === 'object' && told !== null && 'message' in told ? told.message : null
  return typeof message === 'string' && message ? message : null
}
