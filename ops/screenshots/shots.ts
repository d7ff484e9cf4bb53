/** Every screenshot, as the routes' handles describe them. */
import type { Screenshot } from '../../web/page-handle.ts'
import { readPages } from '../../web/read-pages.ts'

export interface Shot extends Screenshot {
  path: string
  viewer: NonNullable<Screenshot['viewer']>
}

const SHOTS = readPages().flatMap(({ path, roles, handle: { screenshots } }) => {
  const viewer: Shot['viewer'] = roles[0] ?? 'visitor'
  const isHere = (shot: Screenshot) => !shot.path || shot.path === path
  return screenshots.filter(isHere).map((shot): Shot => ({ path, viewer, ...shot }))
})

/** Returns the screenshots with these names; all without a name. */
export function findShots(names: string[]): Shot[] {
  const unknown = names.filter((name) => !SHOTS.some((shot) => shot.name === name))
  if (unknown.length > 0) throw new Error(`There is no screenshot ${unknown.join(', ')}`)
  return names.length > 0 ? SHOTS.filter(({ name }) => names.includes(name)) : SHOTS
}
