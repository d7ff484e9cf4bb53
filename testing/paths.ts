/** Every path of web/routes.ts, as a pattern: `/dashboard/payment/:id`, `/*`. */
import { readPages } from '../web/read-pages.ts'

export const PATHS: string[] = readPages().map(({ path }) => path)

export const PUBLIC_PATHS = PATHS.filter((path) => !/^\/dashboard(\/|$)/.test(path))
