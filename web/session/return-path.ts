/** The page that somebody came from and goes back to after signing in. */
import type { Location } from 'react-router'

/** What a link to /login carries in its history state, so that the address stays clean. */
export function rememberPath({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) {
  return { from: pathname + search + hash }
}

/** The remembered path, or `/`. Only a path of our own: nothing that a browser could read as another origin. */
export function returnPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  if (typeof from !== 'string') return '/'
  const target = URL.parse(from, location.origin)
  const ours = target?.origin === location.origin && /^\/(?![/\\])/.test(from)
  return ours && target.pathname !== '/login' ? from : '/'
}
