/** Helpers of the commands of operators. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { DrizzleQueryError } from 'drizzle-orm'
import { writeFileAtOnce } from '../server/platform/archive/partial-file.ts'
import { openDataFolder, PRIVATE_UMASK } from '../server/platform/data-folder.ts'
import { StartError } from '../server/platform/start-error.ts'
import { readSettings, type Settings } from '../server/settings/settings.ts'

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

/** Writes the archive that the first argument names, or one of today in the folder where npm was called. */
export async function writeArchive(
  kind: 'backup' | 'export',
  write: (settings: Settings, output: Writable) => Promise<void>,
): Promise<void> {
  const settings = readSettings(process.env)
  const time = new Date().toISOString().replaceAll(':', '-')
  const path = resolveArgument(process.argv[2] ?? `school-${time}.${kind}.zip`)
  openDataFolder(settings.dataDir)
  await writeFileAtOnce(path, (output) => write(settings, output))
  console.log(`Written to ${path} (${(statSync(path).size / 1024 / 1024).toFixed(1)} MB).`)
}

/** Returns the path of a file that was named in the folder where npm was called. */
export function resolveArgument(path: string): string {
  return resolve(process.env.INIT_CWD ?? '', path)
}
