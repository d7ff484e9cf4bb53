/** `npm run import -- FILE`: imports an export into an empty school. */

import { formatCount } from '#contract/values/count.ts'
import { findSchool, refuseRunningServer } from '../server/domains/backup/existing.ts'
import { checkExport, importDatabase } from '../server/domains/backup/export/import.ts'
import { restoreImages } from '../server/domains/backup/restore.ts'
import { requireSpace } from '../server/platform/archive/partial-file.ts'
import { type ArchiveReader, openArchive } from '../server/platform/archive/read-archive.ts'
import { openDataFolder } from '../server/platform/data-folder.ts'
import { openDatabase } from '../server/platform/database/open.ts'
import { StartError } from '../server/platform/start-error.ts'
import { openImageStorage } from '../server/providers.ts'
import { TABLES } from '../server/registered.ts'
import { readSettings, type Settings } from '../server/settings/settings.ts'
import { resolveArgument, runCommand } from './command.ts'

await runCommand(async () => {
  const [path] = process.argv.slice(2)
  if (!path || path.startsWith('-')) throw new StartError('Usage: npm run import -- FILE')
  const settings = readSettings(process.env)
  const archive = await openArchive(resolveArgument(path))
  try {
    await importSchool(settings, archive)
  } finally {
    archive.close()
  }
})

async function importSchool(settings: Settings, archive: ArchiveReader): Promise<void> {
  const manifest = await checkExport(archive, settings.school.currency)
  await requireSpace(openDataFolder(settings.dataDir), 2 * archive.measure())
  const database = await openDatabase(settings, (error) => console.error(error))
  try {
    await refuseRunningServer(database.db)
    if (await findSchool(database.db))
      throw new StartError('The database has a school already. Import into an empty one.')
    await restoreImages(archive, openImageStorage(settings), settings.dataDir)
    await importDatabase(database.db, { archive, manifest }, TABLES)
  } finally {
    await database.close()
  }
  console.log(
    `Imported the export of ${manifest.taken_at} with ${formatCount(Number(manifest.rows['users.csv'] ?? 0), 'user')}.`,
  )
  console.log('Users register again with the same e-mail address, and then have their record.')
  console.log('The school sends nothing and runs no jobs until npm run activate. Do that once the original is stopped.')
}
