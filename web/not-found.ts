import { data } from 'react-router'
import { CallError } from '#contract/call.ts'

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
    if (error instanceof CallError && error.statusCode === 404) throwNotFound()
    throw error
  })
}
