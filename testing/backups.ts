/** Takes backups of test applications and restores them elsewhere. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createFolderStorage } from '../server/adapters/folder-storage.ts'
import { writeBackup } from '../server/domains/backup/backup.ts'
import type { Manifest } from '../server/domains/backup/format.ts'
import { checkBackup, restoreDatabase, restoreImages } from '../server/domains/backup/restore.ts'
import { createSource } from '../server/domains/backup/source.ts'
import { openArchive } from '../server/platform/archive/read-archive.ts'
import type { DatabaseConnection } from '../server/platform/database/database.ts'
import { KEPT_JOBS, TABLES } from '../server/registered.ts'
import { createDatabase, openForThisTest, type TestApplication } from './application.ts'

/** Creates a folder that is removed after the test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'school-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Takes a backup of an application while it runs. Returns the path of the file. */
export async function takeBackup(application: TestApplication): Promise<{ path: string; manifest: Manifest }> {
  const { settings, services, tables, imagePipeline, secret } = application
  const source = createSource({
    settings,
    db: services.db,
    tables,
    storage: imagePipeline.storage,
    secret,
    keptJobs: KEPT_JOBS,
  })
  const path = join(await makeFolder(), 'backup.zip')
  return { path, manifest: await writeBackup(source, createWriteStream(path)) }
}

/** Restores a file into a database, and its pictures into a folder. */
export async function restore(path: string, database: DatabaseConnection, dataDir: string): Promise<void> {
  const archive = await openArchive(path)
  try {
    const backup = await checkBackup(archive)
    await restoreImages(archive, createFolderStorage(join(dataDir, 'pictures')), dataDir)
    await restoreDatabase(database.db, backup, TABLES)
  } finally {
    archive.close()
  }
}

/** Restores a file into an empty database, and opens an application on it, with the secret of the original. */
export async function openRestored(path: string): Promise<TestApplication> {
  const [database, dataDir] = [await createDatabase(), await makeFolder()]
  await restore(path, database, dataDir)
  return openForThisTest({ DATA_DIR: dataDir }, { database })
}
