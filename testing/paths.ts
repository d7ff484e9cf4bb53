/** Every path of web/routes.ts, as a pattern: `/dashboard/payment/:id`, `/*`. */
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../web/routes.ts'

export const PATHS: string[] = listPaths(await routes, '')

export const PUBLIC_PATHS = PATHS.filter((path) => !/^\/dashboard(\/|$)/.test(path))

/** Lists the paths of pages; a layout around other pages has none. */
function listPaths(entries: RouteConfigEntry[], parent: string): string[] {
  return entries.flatMap(({ path, children }) => {
    const whole = path ? `${parent}/${path}` : parent
    return children ? listPaths(children, whole) : [whole || '/']
  })
}
