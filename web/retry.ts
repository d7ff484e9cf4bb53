/** Retries reads: up to three times, and only after an error that may pass. */
import { CallError } from '#contract/call.ts'
import { SIGNED_OUT } from './transport.ts'

const MAX_RETRIES = 3

/** Codes with which the next attempt would end too. */
const FINAL = new Set<string>([SIGNED_OUT, 'PROVIDER_REFUSED'])

/** Returns whether a read that has failed `failures` times is retried: after network errors and 5xx only. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= MAX_RETRIES) return false
  if (!(error instanceof CallError) || FINAL.has(error.code)) return false
  return error.statusCode === 0 || error.statusCode >= 500
}

/** Returns the milliseconds before the next attempt: 0.4 s, 0.8 s, 1.6 s. */
export function retryDelay(failures: number): number {
  return 400 * 2 ** failures
}

/** Runs a read with these retries, for the few reads outside TanStack Query. */
export async function withRetries<T>(read: () => Promise<T>, failures = 0): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Error) || !shouldRetry(failures, error)) throw error
    await new Promise((resolve) => setTimeout(resolve, retryDelay(failures)))
    return withRetries(read, failures + 1)
  }
}
