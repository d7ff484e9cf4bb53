/** Takes a backup: everything that a restored school needs, with its secrets. */
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { isWideImage } from '#contract/image-url.ts'
import { listKeys } from '#server/domains/images/private-files.ts'
import { listVariants, toFileName } from '#server/domains/images/variants.ts'
import { ArchiveWriter } from '#server/platform/archive/write-archive.ts'
import type { ImageStorage } from '#server/ports/image-storage.ts'
import { recordBackup } from './backups.ts'
import { BACKUP_FORMAT, JOBS_FILE, MANIFEST, type Manifest, SECRET_FILE, toTableFile } from './format.ts'
import { type Snapshot, type SnapshotSource, type StoredImage, takeSnapshot } from './snapshot.ts'
import { withWorkFolder } from './work-folder.ts'

export interface BackupSource extends SnapshotSource {
  storage: Pick<ImageStorage, 'get'>
  /** For temporary files. */
  dataDir: string
  application: string
  /** The secret, if it is not a setting. */
  generatedSecret: string | null
  secretCheck: string
}

/** Writes a backup of the school as it is now. @throws StartError for a problem that the operator can fix */
export async function writeBackup(source: BackupSource, output: Writable): Promise<Manifest> {
  return withWorkFolder(source.dataDir, async (folder) => {
    const snapshot = await takeSnapshot(source, folder)
    const archive = new ArchiveWriter(output, snapshot.takenAt)
    for (const { name, file } of snapshot.tables) {
      await archive.add(toTableFile(name), createReadStream(file))
      await rm(file)
    }
    await archive.add(JOBS_FILE, JSON.stringify(snapshot.jobs))
    if (source.generatedSecret) await archive.add(SECRET_FILE, source.generatedSecret)
    const missing = await addImages(archive, source.storage, snapshot.images)
    const keys = snapshot.privateFiles.flatMap(listKeys)
    missing.push(...(await addPrivateFiles(archive, source.storage, keys)))
    const manifest = describeBackup(source, snapshot, missing)
    await archive.add(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
    await archive.close()
    await recordBackup(source.db, snapshot.takenAt)
    return manifest
  })
}

function describeBackup(source: BackupSource, snapshot: Snapshot, missing: string[]): Manifest {
  return {
    format: BACKUP_FORMAT,
    application: source.application,
    migration: snapshot.migration.name,
    taken_at: snapshot.takenAt.toISOString(),
    secret_check: source.secretCheck,
    tables: snapshot.tables.map(({ name, columns, rows }) => ({ name, columns, rows })),
    images: snapshot.images.length + snapshot.privateFiles.length - missing.length,
    missing_images: missing,
  }
}

/**
 * Adds all files of images. Returns the names of those that have lost a file since the snapshot. Those that come later may be
 * absent.
 */
export async function addImages(
  archive: ArchiveWriter,
  storage: Pick<ImageStorage, 'get'>,
  images: StoredImage[],
): Promise<string[]> {
  const missing: string[] = []
  for (const { name, width, url } of images) {
    for (const variant of listVariants(width, isWideImage(url))) {
      const key = `${name}/${toFileName(variant)}`
      const stored = await storage.get(key)
      if (stored) await archive.add(`pictures/${key}`, stored.bytes, { compress: false })
      else if (variant.format === 'webp' && !variant.isWide && missing.at(-1) !== name) missing.push(name)
    }
  }
  return missing
}

/** Adds private files. Returns the names of those that have lost a file. */
export async function addPrivateFiles(
  archive: ArchiveWriter,
  storage: Pick<ImageStorage, 'get'>,
  keys: string[],
): Promise<string[]> {
  const missing = new Set<string>()
  for (const key of keys) {
    const stored = await storage.get(key)
    if (stored) await archive.add(`pictures/${key}`, stored.bytes, { compress: false })
    else missing.add(key.slice(0, key.indexOf('/')))
  }
  return [...missing]
}
