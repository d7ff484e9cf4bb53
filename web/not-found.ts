import { data } from 'react-router'

/** Ends a loader with the page of a missing address. */
export function throwNotFound(): never {
  throw data("We couldn't find that page. Check the address, or go back to the homepage.", {
    status: 404,
    statusText: 'Not Found',
  })
}

/** Returns what a call reads, and ends the loader with the page of a missing address at a 404. */
export async function orNotFoundPage<T>(read: Promise<T>): Promise<T> {
  return read.catch((error: unknown) => {
    // Not by its class: on the server, the build has its own copy of CallError.
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 404) throwNotFound()
    throw error
  })
}
