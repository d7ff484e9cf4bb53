/** What a person reads when something with their account fails. */
import { CallError } from '#contract/call.ts'
import { Refusal } from './identity.ts'

const BROKEN = 'That did not work. Please check your connection and try again.'

/** The words of whoever refused; general ones for what was never meant to be read. */
export function wordsFor(error: unknown): string {
  return error instanceof Refusal || error instanceof CallError ? error.message : BROKEN
}
