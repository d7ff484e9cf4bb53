/** Restores a backup: into an empty database, or in place of a school. */

import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as Calendar from '#server/domains/calendar/calendar.ts'
import * as Images from '#server/domains/images/images.ts'
import { findMediaType } from '#server/domains/images/private-files.ts'
import { MEDIA_TYPES, parseVariant } from '#server/domains/images/variants.ts'
import { endAllTokens } from '#server/domains/users/revocation.ts'
import type { ArchiveReader } from '#server/platform/archive/read-archive.ts'
import type { Database } from '#server/platform/database/database.ts'
import { applyMigrations, type Migration, readMigrations } from '#server/platform/database/migrations.ts'
import { type Transaction, transaction } from '#server/platform/database/transaction.ts'
import type { SchoolTables } from '#server/platform/exported-tables.ts'
import { StartError } from '#server/platform/start-error.ts'
import type { ImageStorage } from '#server/ports/image-storage.ts'
import { restores, type WaitingJob } from './backup.table.ts'
import { dropSchool } from './existing.ts'
import { BACKUP_FORMAT, JOBS_FILE, MANIFEST, Manifest, toTableFile } from './format.ts'
import { continueSequences, insertLines, splitLines, withoutChecks } from './load.ts'
import { fixTextFormats, listTables, type TableShape } from './tables.ts'
import { withWorkFolder } from './work-folder.ts'

/** A backup that was checked from its first byte to its last. */
export interface CheckedBackup {
  archive: ArchiveReader
  manifest: Manifest
  /** The newest migration of the backup. */
  migration: Migration
}

/** Checks a backup. @throws StartError where it is damaged, or of a version that this one does not know */
export async function checkBackup(archive: ArchiveReader): Promise<CheckedBackup> {
  const parsed = archive.names.includes(MANIFEST) ? parseJson(await archive.readText(MANIFEST)) : null
  if (!parsed) throw new StartError('The archive is not a backup of a school.')
  const { data: manifest } = Manifest.safeParse(parsed)
  const migration = readMigrations().find(({ name }) => name === manifest?.migration)
  if (!manifest || manifest.format > BACKUP_FORMAT || !migration) {
    const { application, migration: name } = parsed as Partial<Manifest>
    throw new StartError(
      `The backup is of version ${application} (migration ${name}), which this version does not know. Use that version or a newer one.`,
    )
  }
  await archive.verify()
  return { archive, manifest, migration }
}

function parseJson(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/**
 * Replaces what the database holds with a backup, in one transaction, and migrates it to this version. Sessions and access tokens end, and
 * the school sends nothing until it is activated.
 */
export async function restoreDatabase(db: Database, backup: CheckedBackup, tables: SchoolTables): Promise<void> {
  const { archive, manifest, migration } = backup
  await transaction(db, async (tx) => {
    const migrations = readMigrations()
    await dropSchool(tx)
    await applyMigrations(tx, migrations.slice(0, migration.number + 1))
    await fixTextFormats(tx)
    await loadTables(tx, backup, tables)
    await applyMigrations(tx, migrations.slice(migration.number + 1))
    const now = Date.now()
    await Calendar.keepFeeds(tx, now)
    await endAllTokens(tx, now)
    // Their files are not in the archive, so that the same image could not be uploaded again.
    await Images.deleteLost(tx, manifest.missing_images)
    const jobs: WaitingJob[] = JSON.parse(await archive.readText(JOBS_FILE))
    await tx.insert(restores).values({ takenAt: Date.parse(manifest.taken_at), restoredAt: Date.now(), jobs })
  })
}

async function loadTables(
  tx: Transaction,
  { archive, manifest, migration }: CheckedBackup,
  described: SchoolTables,
): Promise<void> {
  const shapes = await listTables(tx, migration, described)
  const names = shapes.map(({ name }) => name)
  await withoutChecks(tx, names, async () => {
    for (const shape of shapes) {
      const copied = manifest.tables.find(({ name }) => name === shape.name)
      if (!copied || !hasSameColumns(shape, copied))
        throw new StartError(`The backup has another form of the table ${shape.name}. Use the version that made it.`)
      await insertLines(tx, copied, splitLines(await archive.read(toTableFile(shape.name))))
    }
  })
  const unknown = manifest.tables.find(({ name }) => !names.includes(name) && !(name in described.leftOut))
  if (unknown) throw new StartError(`The backup has a table ${unknown.name}, which this version does not know.`)
  await continueSequences(tx, names)
}

/** The order differs where a column was added by hand. */
function hasSameColumns(expected: TableShape, actual: TableShape): boolean {
  return expected.columns.toSorted().join() === actual.columns.toSorted().join()
}

const PICTURE = /^pictures\/([^/]+)\/([^/]+)$/

/** Stores all images of an archive. Those that are stored already are the same, because no name is used twice. */
export async function restoreImages(archive: ArchiveReader, storage: ImageStorage, dataDir: string): Promise<void> {
  await withWorkFolder(dataDir, async (folder) => {
    const file = join(folder, 'picture')
    for (const path of archive.names) {
      const [, name = '', fileName = ''] = PICTURE.exec(path) ?? []
      const key = `${name}/${fileName}`
      const variant = parseVariant(name, fileName)
      const mediaType = variant ? MEDIA_TYPES[variant.format] : findMediaType(key)
      if (!mediaType) continue
      await pipeline(await archive.read(path), createWriteStream(file))
      await storage.put(key, file, mediaType)
    }
    await rm(file, { force: true })
  })
}
