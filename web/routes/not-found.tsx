import { data } from 'react-router'

function notFound(): never {
  throw data('There is no page at this address.', { status: 404, statusText: 'Not Found' })
}

export const loader = notFound
export const clientLoader = notFound

/** Never shown: the error page of the part of the site that was asked is. */
export default function NotFound() {
  return null
}
