/**
 * `npm run move-identities -- export FILE`: writes the accounts for `firebase auth:import`.
 * `npm run move-identities -- import FILE CONFIG`: reads a file of `firebase auth:export`, with the hash parameters of its project.
 * Docs: docs/identity.md.
 */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { z } from 'zod'
import { exportIdentities } from '../server/adapters/better-auth/move/export-identities.ts'
import { HashConfig } from '../server/adapters/better-auth/move/firebase-scrypt.ts'
import { FirebaseUsers, HASH_OPTIONS } from '../server/adapters/better-auth/move/firebase-users.ts'
import { importIdentities } from '../server/adapters/better-auth/move/import-identities.ts'
import type { Database } from '../server/platform/database/database.ts'
import { openDatabase } from '../server/platform/database/open.ts'
import { StartError } from '../server/platform/start-error.ts'
import { readSettings } from '../server/settings/settings.ts'
import { resolveArgument, runCommand } from './command.ts'

const USAGE = 'Usage: npm run move-identities -- export FILE, or npm run move-identities -- import FILE CONFIG'

await runCommand(async () => {
  const [action, file, config] = process.argv.slice(2)
  if (action === 'export' && file) return withDatabase((db) => exportTo(db, resolveArgument(file)))
  if (action !== 'import' || !file || !config) throw new StartError(USAGE)
  const { users } = readJson(file, FirebaseUsers, 'a file of firebase auth:export')
  const parameters = readJson(config, HashConfig, "the project's password hash parameters, as JSON")
  await withDatabase(async (db) => {
    const { imported, skipped } = await importIdentities(db, users, parameters)
    console.log(`Imported ${imported} accounts, skipped ${skipped}: without an e-mail, disabled, or here already.`)
  })
})

async function exportTo(db: Database, path: string): Promise<void> {
  const { users, withoutSignIn, withSecondFactor } = await exportIdentities(db)
  await writeFile(path, JSON.stringify({ users }, null, 2), { mode: 0o600, flag: 'wx' }).catch(() => {
    throw new StartError(`${path} exists already, or cannot be written.`)
  })
  console.log(`Written to ${path}: ${users.length} accounts. It has password hashes: delete it after the import.`)
  if (withoutSignIn) console.log(`${withoutSignIn} of them need a new password by e-mail: their sign-in cannot move.`)
  if (withSecondFactor) console.log(`${withSecondFactor} of them had a second factor, which Firebase does not ask for.`)
  console.log(`firebase auth:import FILE --project PROJECT ${HASH_OPTIONS}`)
}

async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase(readSettings(process.env), (error) => console.error(error))
  try {
    await work(database.db)
  } finally {
    await database.close()
  }
}

function readJson<T extends z.ZodType>(argument: string, schema: T, description: string): z.infer<T> {
  const path = resolveArgument(argument)
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new StartError(`${path} is not ${description}.`)
  }
}
