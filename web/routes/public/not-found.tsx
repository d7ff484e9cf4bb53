import { throwNotFound } from '#web/not-found.ts'

export const loader = throwNotFound
export const clientLoader = throwNotFound

/** Never rendered: the loader throws, and the nearest error page is shown. */
export default function NotFound() {
  return null
}
