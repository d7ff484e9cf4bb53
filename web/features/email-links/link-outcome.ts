/** The outcome of submitting the token of an e-mailed link. */
import { CallError } from '#contract/call.ts'
import { AuthError, LINK_SPENT } from '#web/session/auth-error.ts'

export type LinkOutcome =
  | { step: 'done' }
  /** `canRetry` is false if the same link would fail again. */
  | { step: 'failed'; message: string; canRetry: boolean }

/** Waits for `submission`. `invalidMessage` explains a link that is incomplete, used or expired. Never rejects. */
export async function toLinkOutcome(submission: Promise<unknown>, invalidMessage: string): Promise<LinkOutcome> {
  try {
    await submission
    return { step: 'done' }
  } catch (error) {
    if (isInvalidLink(error)) return { step: 'failed', message: invalidMessage, canRetry: false }
    if (error instanceof AuthError) return { step: 'failed', message: error.message, canRetry: false }
    if (!(error instanceof CallError)) return { step: 'failed', message: 'That did not work.', canRetry: true }
    const canRetry = error.statusCode === 0 || error.statusCode >= 500
    return { step: 'failed', message: error.message, canRetry }
  }
}

function isInvalidLink(error: unknown): boolean {
  if (error instanceof AuthError) return error.code === LINK_SPENT
  return error instanceof CallError && (error.statusCode === 400 || error.statusCode === 404)
}
