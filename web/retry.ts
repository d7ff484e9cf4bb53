/** Trying a read again: three times, and only where another try may help. */
import { CallError } from '#contract/call.ts'

const RETRIES = 3

/** Whether a read that has failed `failures` times with `error` is tried again: network errors and 5xx only. */
export function worthRetrying(failures: number, error: Error): boolean {
  if (failures >= RETRIES) return false
  return error instanceof CallError && (error.statusCode === 0 || error.statusCode >= 500)
}

/** Milliseconds to wait before the next try: 0.4 s, 0.8 s, 1.6 s. */
export function retryDelay(failures: number): number {
  return 400 * 2 ** failures
}

/** Runs a read with the retries above; for the few reads that do not go through TanStack Query. */
export async function retrying<T>(read: () => Promise<T>, failures = 0): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Error) || !worthRetrying(failures, error)) throw error
    await new Promise((resolve) => setTimeout(resolve, retryDelay(failures)))
    return retrying(read, failures + 1)
  }
}
