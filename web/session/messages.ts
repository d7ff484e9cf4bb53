/** The messages of failed account actions. */
import { CallError } from '#contract/call.ts'
import { AuthError } from './auth-error.ts'

const GENERAL_MESSAGE = 'That did not work. Check your connection and try again.'

/** Returns the error's message, or a general one for errors that are not meant for users. */
export function toMessage(error: unknown): string {
  return error instanceof AuthError || error instanceof CallError ? error.message : GENERAL_MESSAGE
}

/** An error that a field of the form shows itself. */
export class ShownError extends Error {}
