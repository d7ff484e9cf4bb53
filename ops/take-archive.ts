/** What `npm run backup` and `npm run export` have in common. */
import { request } from 'node:http'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { BackupSource } from '../server/domains/backup/backup.ts'
import { findSocket, type SocketPath } from '../server/domains/backup/backup-socket.ts'
import { createSource } from '../server/domains/backup/source.ts'
import { KEPT_JOBS } from '../server/jobs.ts'
import { openDatabase } from '../server/platform/database/open.ts'
import { readSecret } from '../server/platform/secrets.ts'
import { StartError } from '../server/platform/start-error.ts'
import { openImageStorage } from '../server/providers.ts'
import type { Settings } from '../server/settings/settings.ts'

/**
 * Writes an archive of the school. A running server on the embedded database does it itself, because nobody else can open the database.
 * @param write writes the archive where no such server runs
 */
export async function takeArchive(
  settings: Settings,
  path: SocketPath,
  output: Writable,
  write: (source: BackupSource) => Promise<unknown>,
): Promise<void> {
  const isComplete = settings.databaseUrl ? false : await readFromServer(settings.dataDir, path, output)
  if (isComplete) return
  const database = await openDatabase(settings, (error) => console.error(error), { migrates: false })
  try {
    const secret = settings.secret ?? readSecret(settings.dataDir)
    const parts = { settings, db: database.db, storage: openImageStorage(settings), secret, keptJobs: KEPT_JOBS }
    await write(createSource(parts))
  } finally {
    await database.close()
  }
}

/** Returns false where no server runs. @throws StartError with the server's own message */
function readFromServer(dataDir: string, path: SocketPath, output: Writable): Promise<boolean> {
  return new Promise((done, fail) => {
    const call = request({ socketPath: findSocket(resolve(dataDir)), path }, (response) => {
      if (response.statusCode === 200) pipeline(response, output).then(() => done(true), fail)
      else text(response).then((message) => fail(new StartError(message)), fail)
    })
    // A socket without a server was left by a crash.
    call.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ENOENT' || code === 'ECONNREFUSED') done(false)
      else fail(new StartError(`The server stopped before the archive was complete (${code}).`))
    })
    call.end()
  })
}
