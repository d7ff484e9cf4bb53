/** `npm run backup -- [FILE]`: writes everything of the school into one file: database, pictures and secrets. */
import { statSync } from 'node:fs'
import { request } from 'node:http'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { KEPT_JOBS, openImageStorage } from '../server/composition.ts'
import { writeBackup } from '../server/domains/backup/backup.ts'
import { findSocket } from '../server/domains/backup/backup-socket.ts'
import { createSource } from '../server/domains/backup/source.ts'
import { writeFileAtOnce } from '../server/platform/archive/partial-file.ts'
import { openDataFolder } from '../server/platform/data-folder.ts'
import { openDatabase } from '../server/platform/database/open.ts'
import { readSecret } from '../server/platform/secrets.ts'
import { StartError } from '../server/platform/start-error.ts'
import { readSettings, type Settings } from '../server/settings/settings.ts'
import { resolveArgument, runCommand } from './command.ts'

await runCommand(async () => {
  const settings = readSettings(process.env)
  const path = resolveArgument(process.argv[2] ?? `school-${new Date().toISOString().replaceAll(':', '-')}.backup.zip`)
  openDataFolder(settings.dataDir)
  await writeFileAtOnce(path, (output) => takeBackup(settings, output))
  const megabytes = (statSync(path).size / 1024 / 1024).toFixed(1)
  console.log(`Backup written to ${path} (${megabytes} MB).`)
  console.log('It has password hashes, keys and personal data: store it where only you can read it.')
})

/** A running server on the embedded database takes the backup itself, because nobody else can open the database. */
async function takeBackup(settings: Settings, output: Writable): Promise<void> {
  const isTaken = settings.databaseUrl ? false : await readFromServer(settings.dataDir, output)
  if (isTaken) return
  const database = await openDatabase(settings, (error) => console.error(error), { migrates: false })
  try {
    const secret = settings.secret ?? readSecret(settings.dataDir)
    const parts = { settings, db: database.db, storage: openImageStorage(settings), secret, keptJobs: KEPT_JOBS }
    await writeBackup(createSource(parts), output)
  } finally {
    await database.close()
  }
}

/** Returns false where no server runs. @throws StartError with the server's own message */
function readFromServer(dataDir: string, output: Writable): Promise<boolean> {
  return new Promise((done, fail) => {
    const call = request({ socketPath: findSocket(resolve(dataDir)), path: '/' }, (response) => {
      if (response.statusCode === 200) pipeline(response, output).then(() => done(true), fail)
      else text(response).then((message) => fail(new StartError(message)), fail)
    })
    // A socket without a server was left by a crash.
    call.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ENOENT' || code === 'ECONNREFUSED') done(false)
      else fail(new StartError(`The server stopped before the backup was complete (${code}).`))
    })
    call.end()
  })
}
