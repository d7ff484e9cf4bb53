import { isRouteErrorResponse } from 'react-router'
import { CallError } from '#contract/call.ts'

interface Description {
  title: string
  message: string
  /** A remedy: to read the page's data again, or to load the page with its code again. */
  remedy: 'read' | 'reload' | null
  /** The number of the frame that the page shows: the status, or 0 without one. */
  frame: number
}

/** Returns what the user reads of an error. The message of a bug, or of the browser, is not for them. */
export function describeError(error: unknown): Description {
  if (isRouteErrorResponse(error)) {
    const message = typeof error.data === 'string' && error.data ? error.data : error.statusText
    const { status } = error
    return { title: `${status} ${error.statusText}`, message, remedy: status >= 500 ? 'read' : null, frame: status }
  }
  const title = 'Something went wrong'
  if (error instanceof CallError) return { title, message: error.message, remedy: 'read', frame: 0 }
  return {
    title,
    message: "We couldn't show this page. Check your connection and try again.",
    remedy: 'reload',
    frame: 0,
  }
}
