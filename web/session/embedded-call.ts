/** One call of the embedded provider, over fetch: JSON, with the session cookie. */
import { unreachable } from '#web/transport.ts'
import { LINK_SPENT, NOT_SIGNED_IN, Refusal } from './identity.ts'

/** The provider's codes that the seam has a word for, and what a person reads where the provider's own words are for programs. */
const OURS: Record<string, readonly [code: string, message: string]> = {
  INVALID_TOKEN: [LINK_SPENT, 'This link was used already, or it has run out.'],
  UNAUTHORIZED: [NOT_SIGNED_IN, 'Please log in first.'],
  INVALID_PASSWORD: ['INVALID_PASSWORD', 'That is not your current password.'],
  FAILED_TO_UNLINK_LAST_ACCOUNT: ['LAST_METHOD', 'This is your only way to sign in. Please set a password first.'],
  SESSION_NOT_FRESH: ['SESSION_NOT_FRESH', 'For this, please log out and in again first.'],
}

/** The provider's answer; a `Refusal` in its words where it says no, a `CallError` where it cannot be reached. */
export async function ask<T>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`/api/auth${path}`, body ? posted(body) : {}).catch((cause: unknown) => {
    throw unreachable(cause)
  })
  const told: unknown = await answer.json().catch(() => null)
  if (answer.ok) return told as T
  if (answer.status >= 500) throw unreachable(told)
  const theirs = textIn(told, 'code') ?? 'REFUSED'
  const [code, message] = OURS[theirs] ?? [theirs, textIn(told, 'message') ?? 'The sign-in was refused.']
  throw new Refusal(message, code)
}

function posted(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function textIn(told: unknown, key: 'code' | 'message'): string | null {
  const text = typeof told === 'object' && told !== null ? Reflect.get(told, key) : null
  return typeof text === 'string' && text ? text : null
}
