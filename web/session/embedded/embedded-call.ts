/** One call of the embedded provider over fetch: JSON, with the session cookie. */
import { sendAbortable, toNetworkError } from '#web/transport.ts'
import { AuthError, LINK_SPENT, NOT_SIGNED_IN, SIGN_IN_EXPIRED } from '../auth-error.ts'

/** Our code and message for codes of the provider whose own message is meant for programs. */
const TRANSLATIONS = new Map<string, readonly [code: string, message: string]>([
  ['INVALID_TOKEN', [LINK_SPENT, 'This link is used or expired. Get a new one.']],
  ['UNAUTHORIZED', [NOT_SIGNED_IN, 'Please log in first.']],
  ['INVALID_PASSWORD', ['INVALID_PASSWORD', 'That is not your current password.']],
  ['FAILED_TO_UNLINK_LAST_ACCOUNT', ['LAST_METHOD', 'This is your only way to sign in. Set a password first.']],
  ['INVALID_CODE', ['INVALID_CODE', 'That code is wrong or was used. Wait for the next one, then try again.']],
  ['INVALID_BACKUP_CODE', ['INVALID_CODE', 'That recovery code is wrong or was used. Try another one.']],
  ['INVALID_TWO_FACTOR_COOKIE', [SIGN_IN_EXPIRED, 'This sign-in took too long. Go back and log in again.']],
  ['TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE', [SIGN_IN_EXPIRED, 'Too many wrong codes. Go back and log in again.']],
])

/** Returns the provider's response. Rejects with an `AuthError`, or with a `CallError` without a usable response. */
export async function callIdentity<T>(path: string, body?: object): Promise<T> {
  const { response, content } = await sendAbortable((signal) => exchangeMessages(path, body, signal))
  if (response.ok) return content as T
  if (response.status >= 500) throw toNetworkError(content)
  const providerCode = readText(content, 'code') ?? 'REFUSED'
  const providerMessage = readText(content, 'message') ?? "We couldn't sign you in."
  const [code, message] = TRANSLATIONS.get(providerCode) ?? [providerCode, providerMessage]
  throw new AuthError(message, code)
}

async function exchangeMessages(path: string, body: object | undefined, signal: AbortSignal) {
  try {
    const response = await fetch(`/api/auth${path}`, { signal, ...(body && toPost(body)) })
    const content: unknown = await response.json().catch(() => null)
    return { response, content }
  } catch (cause) {
    throw toNetworkError(cause)
  }
}

function toPost(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function readText(content: unknown, key: 'code' | 'message'): string | null {
  const text = typeof content === 'object' && content !== null ? Reflect.get(content, key) : null
  return typeof text === 'string' && text ? text : null
}
