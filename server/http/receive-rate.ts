/** Notices clients that send a body slowly on purpose, to hold a place that others need. */
import type { IncomingMessage } from 'node:http'
import { AppError } from '#server/platform/app-error.ts'

/** At this rate the largest image takes 43 minutes. */
const MIN_BYTES_PER_SECOND = 8 * 1024

/** Long enough for a phone that loses its connection in a tunnel. */
const PERIOD_MS = 20_000

/**
 * Calls `onSlow` with the error TOO_SLOW after a period in which a connection received less than the minimum. Returns a function
 * that stops watching. A request that was injected has no connection and is never slow.
 */
export function watchReceiveRate({ socket }: IncomingMessage, onSlow: (error: AppError) => void): () => void {
  let before = socket.bytesRead
  const timer = setInterval(() => {
    const received = socket.bytesRead - before
    before = socket.bytesRead
    if (received < (MIN_BYTES_PER_SECOND * PERIOD_MS) / 1000) onSlow(new AppError('TOO_SLOW'))
  }, PERIOD_MS)
  return () => clearInterval(timer)
}
