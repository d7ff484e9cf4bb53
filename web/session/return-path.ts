/** The page that the user returns to after signing in, and the class or run that they wanted to select there. */
import type { Location } from 'react-router'

const SIGN_IN_PAGES = ['/login', '/signup']

/** Returns the history state of a link to /login, which keeps the path out of the URL. */
export function rememberPath(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  choiceId?: string,
) {
  return { from: pathname + search + hash, choiceId }
}

/** Returns the remembered path, or `/`. Rejects anything that a browser could read as another origin. */
export function returnPath(state: unknown): string {
  const from = readState(state, 'from')
  if (from === null) return '/'
  const target = URL.parse(from, location.origin)
  const isOwn = target?.origin === location.origin && /^\/(?![/\\])/.test(from)
  return isOwn && !SIGN_IN_PAGES.includes(target.pathname) ? from : '/'
}

/** Returns the id of the class or run whose Select button led to the login. */
export function rememberedChoice(state: unknown): string | null {
  return readState(state, 'choiceId')
}

const WAY_BACK = 'wayBack'
const WAY_BACK_MS = 60 * 60_000

/**
 * Stores the way back for an hour, for a link of an e-mail that opens in another tab of this browser. Not that to such a link itself: its
 * token is a secret, and works once.
 */
export function storeWayBack(state: unknown, now = Date.now()): void {
  const from = returnPath(state)
  if (from === '/' || URL.parse(from, location.origin)?.searchParams.has('token')) return
  const wayBack = { from, choiceId: rememberedChoice(state), until: now + WAY_BACK_MS }
  try {
    localStorage.setItem(WAY_BACK, JSON.stringify(wayBack))
  } catch {
    // A browser may forbid it. The way back is then lost, as it is in another browser.
  }
}

/** Returns the stored way back as the history state of a link, or null. */
export function loadWayBack(now = Date.now()): { from: string; choiceId: string | null } | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(WAY_BACK) ?? 'null')
    const until = typeof stored === 'object' && stored !== null ? Reflect.get(stored, 'until') : null
    if (typeof until !== 'number' || until <= now) return null
    return { from: returnPath(stored), choiceId: rememberedChoice(stored) }
  } catch {
    return null
  }
}

function readState(state: unknown, key: 'from' | 'choiceId'): string | null {
  const value = typeof state === 'object' && state !== null ? Reflect.get(state, key) : null
  return typeof value === 'string' ? value : null
}
