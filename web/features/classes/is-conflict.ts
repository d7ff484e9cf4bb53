import { CallError } from '#contract/call.ts'

/** True if a change was rejected because the record has changed since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof CallError && error.code === 'CHANGED_MEANWHILE'
}
