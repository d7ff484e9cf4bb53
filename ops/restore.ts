/** `npm run restore -- FILE [--replace]`: restores a backup into an empty database, or in place of the school that is there. */
import { text } from 'node:stream/consumers'
import { type ExistingSchool, findSchool, refuseRunningServer } from '../server/domains/backup/existing.ts'
import { SECRET_FILE } from '../server/domains/backup/format.ts'
import { checkBackup, restoreDatabase, restoreImages } from '../server/domains/backup/restore.ts'
import { requireSpace } from '../server/platform/archive/partial-file.ts'
import { type ArchiveReader, openArchive } from '../server/platform/archive/read-archive.ts'
import { openDataFolder } from '../server/platform/data-folder.ts'
import { openDatabase } from '../server/platform/database/open.ts'
import { deriveSecretCheck, writeSecret } from '../server/platform/secrets.ts'
import { StartError } from '../server/platform/start-error.ts'
import { openImageStorage } from '../server/providers.ts'
import { TABLES } from '../server/registered.ts'
import { readSettings, type Settings } from '../server/settings/settings.ts'
import { resolveArgument, runCommand } from './command.ts'

await runCommand(async () => {
  const [path, option] = process.argv.slice(2)
  if (!path || path.startsWith('-') || (option !== undefined && option !== '--replace'))
    throw new StartError('Usage: npm run restore -- FILE [--replace]')
  const settings = readSettings(process.env)
  const archive = await openArchive(resolveArgument(path))
  try {
    await restore(settings, archive, option === '--replace')
  } finally {
    archive.close()
  }
})

async function restore(settings: Settings, archive: ArchiveReader, replaces: boolean): Promise<void> {
  const backup = await checkBackup(archive)
  await requireSpace(openDataFolder(settings.dataDir), 2 * archive.measure())
  const database = await openDatabase(settings, (error) => console.error(error), { migrates: false })
  try {
    await refuseRunningServer(database.db)
    const existing = await findSchool(database.db)
    if (existing && !replaces) throw new StartError(`${summarize(existing)} To replace it, add --replace.`)
    if (existing) console.log(`${summarize(existing)} It is replaced.`)
    await restoreImages(archive, openImageStorage(settings), settings.dataDir)
    await restoreDatabase(database.db, backup, TABLES)
  } finally {
    await database.close()
  }
  await restoreSecret(settings, archive, backup.manifest.secret_check)
  const { taken_at, images, missing_images } = backup.manifest
  console.log(`Restored the backup of ${taken_at} with ${images} pictures.`)
  if (missing_images.length > 0)
    console.log(`${missing_images.length} unused pictures were removed while the backup was taken.`)
  console.log('Everybody must sign in again, and access tokens must be created again. Queued e-mails were dropped.')
  console.log(
    'The school sends nothing and runs no jobs until npm run activate. Do that once the original is stopped for good.',
  )
}

function summarize({ counts, newestPaymentAt }: ExistingSchool): string {
  const all = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  const newest = newestPaymentAt ? ` Its newest payment is of ${new Date(newestPaymentAt).toISOString()}.` : ''
  return `The database has a school: ${all.join(', ')}.${newest}`
}

/** Keys follow from the secret. Without the original one, second factors cannot be read. */
async function restoreSecret({ secret, dataDir }: Settings, archive: ArchiveReader, check: string): Promise<void> {
  const stored = archive.names.includes(SECRET_FILE) ? await text(await archive.read(SECRET_FILE)) : null
  if (!secret && stored) return writeSecret(dataDir, stored)
  if (secret && deriveSecretCheck(secret) === check) return
  const source = stored ? `the file "${SECRET_FILE}" in the archive has it` : 'use the SECRET of the original'
  console.log(`Warning: SECRET is another one (${source}). With this one, nobody can use their second factor.`)
}
