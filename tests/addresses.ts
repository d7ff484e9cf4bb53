/** Every address that web/routes.ts answers, as the pattern that stands there: `/dashboard/payment/:id`, `/*`. */
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../web/routes.ts'

export const ADDRESSES: string[] = addressesOf(await routes, '')

export const PUBLIC_ADDRESSES = ADDRESSES.filter((address) => !/^\/dashboard(\/|$)/.test(address))

/** Pages only: what merely stands around other pages has no address of its own. */
function addressesOf(entries: RouteConfigEntry[], above: string): string[] {
  return entries.flatMap(({ path, children }) => {
    const address = path ? `${above}/${path}` : above
    return children ? addressesOf(children, address) : [address || '/']
  })
}
