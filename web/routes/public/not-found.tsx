import { data } from 'react-router'

function notFound(): never {
  throw data("We couldn't find that page. Check the address, or go back to the homepage.", {
    status: 404,
    statusText: 'Not Found',
  })
}

export const loader = notFound
export const clientLoader = notFound

/** Never rendered: the loader throws, and the nearest error page is shown. */
export default function NotFound() {
  return null
}
