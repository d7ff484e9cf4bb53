/** Helper of `npm run backup` and `npm run export`. */
import type { BackupSource } from '../server/domains/backup/backup.ts'
import { createSource } from '../server/domains/backup/source.ts'
import { openDatabase } from '../server/platform/database/open.ts'
import { readSecret } from '../server/platform/secrets.ts'
import { openImageStorage } from '../server/providers.ts'
import { KEPT_JOBS, TABLES } from '../server/registered.ts'
import type { Settings } from '../server/settings/settings.ts'

/** Opens the school that an archive is written of, also while its server runs. */
export async function withSource(settings: Settings, write: (source: BackupSource) => Promise<unknown>): Promise<void> {
  const database = await openDatabase(settings, (error) => console.error(error), { migrates: false })
  try {
    const secret = settings.secret ?? readSecret(settings.dataDir)
    const storage = openImageStorage(settings)
    await write(createSource({ settings, db: database.db, tables: TABLES, storage, secret, keptJobs: KEPT_JOBS }))
  } finally {
    await database.close()
  }
}
