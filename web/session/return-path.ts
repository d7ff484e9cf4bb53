/** The page that somebody came from and goes back to after signing in, and the class there that they had in mind. */
import type { Location } from 'react-router'

/** What a link to /login carries in its history state, so that the address stays clean. */
export function rememberPath(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  classId?: string,
) {
  return { from: pathname + search + hash, classId }
}

/** The remembered path, or `/`. Only a path of our own: nothing that a browser could read as another origin. */
export function returnPath(state: unknown): string {
  const from = remembered(state, 'from')
  if (from === null) return '/'
  const target = URL.parse(from, location.origin)
  const ours = target?.origin === location.origin && /^\/(?![/\\])/.test(from)
  return ours && target.pathname !== '/login' ? from : '/'
}

/** The class whose Select button led to the login. */
export function rememberedClass(state: unknown): string | null {
  return remembered(state, 'classId')
}

function remembered(state: unknown, key: 'from' | 'classId'): string | null {
  const value = typeof state === 'object' && state !== null ? Reflect.get(state, key) : null
  return typeof value === 'string' ? value : null
}
