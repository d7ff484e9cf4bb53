/** What the commands of operators have in common. */
import { resolve } from 'node:path'
import { DrizzleQueryError } from 'drizzle-orm'
import { PRIVATE_UMASK } from '../server/platform/data-folder.ts'
import { StartError } from '../server/platform/start-error.ts'

/** Runs a command. What it writes is for this user only. A problem that the operator can fix is printed without the stack. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  process.umask(PRIVATE_UMASK)
  try {
    await run()
  } catch (error) {
    // Drizzle's own error has the values of the query, which may be personal.
    if (error instanceof DrizzleQueryError) throw error.cause
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/** Returns the path of a file that was named in the folder where npm was called. */
export function resolveArgument(path: string): string {
  return resolve(process.env.INIT_CWD ?? '', path)
}
