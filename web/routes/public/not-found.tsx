import { throwNotFound } from '#web/not-found.ts'
import type { PageHandle } from '#web/page-handle.ts'

export const handle = {
  screenshots: [
    { name: 'not-found', path: '/*' },
    { name: 'dashboard-not-found', path: '/dashboard/*' },
  ],
} satisfies PageHandle

export const loader = throwNotFound
export const clientLoader = throwNotFound

/** Never rendered: the loader throws, and the nearest error page is shown. */
export default function NotFound() {
  return null
}
