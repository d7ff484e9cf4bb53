/** The page that the user returns to after signing in, and the class or run that they wanted to select there. */
import type { Location } from 'react-router'

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
  return isOwn && target.pathname !== '/login' ? from : '/'
}

/** Returns the id of the class or run whose Select button led to the login. */
export function rememberedChoice(state: unknown): string | null {
  return readState(state, 'choiceId')
}

function readState(state: unknown, key: 'from' | 'choiceId'): string | null {
  const value = typeof state === 'object' && state !== null ? Reflect.get(state, key) : null
  return typeof value === 'string' ? value : null
}
