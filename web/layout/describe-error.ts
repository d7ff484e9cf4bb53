import { isRouteErrorResponse } from 'react-router'
import { CallError } from '#contract/call.ts'

interface Description {
  title: string
  message: string
  /** A remedy: to read the page's data again, or to load the page with its code again. */
  remedy: 'read' | 'reload' | null
}

/** Returns what the user reads of an error. The message of a bug, or of the browser, is not for them. */
export function describeError(error: unknown): Description {
  if (isRouteErrorResponse(error)) {
    const message = typeof error.data === 'string' && error.data ? error.data : error.statusText
    return { title: `${error.status} ${error.statusText}`, message, remedy: error.status >= 500 ? 'read' : null }
  }
  const title = 'Something went wrong'
  if (error instanceof CallError) return { title, message: error.message, remedy: 'read' }
  return { title, message: "We couldn't show this page. Check your connection and try again.", remedy: 'reload' }
}
