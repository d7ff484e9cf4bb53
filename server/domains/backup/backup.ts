/** Takes a backup: everything that a restored school needs, with its secrets. */
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { listVariants, toFileName } from '#server/domains/images/variants.ts'
import { ArchiveWriter } from '#server/platform/archive/write-archive.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { ImageStorage } from '#server/ports/image-storage.ts'
import { type Snapshot, type StoredImage, takeSnapshot } from './snapshot.ts'

/** Changes when an archive is written differently, so that an older version of the application refuses it. */
export const BACKUP_FORMAT = 1

export const MANIFEST = 'backup.json'
export const SECRET_FILE = 'secret'
export const JOBS_FILE = 'jobs.json'

/** The folder in DATA_DIR for the files of backups and exports in progress. They have personal data and secrets. */
export const WORK_FOLDER = 'archives'

export const Manifest = z.object({
  format: z.int(),
  /** The version in package.json. */
  application: z.string(),
  /** The name of the newest migration. */
  migration: z.string(),
  /** ISO 8601. */
  taken_at: z.iso.datetime(),
  /** A value that only the same SECRET gives, and that does not reveal it. */
  secret_check: z.string(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** Images with at least one file. */
  images: z.int(),
  /** Images that were removed while the backup was taken: nothing referred to them. */
  missing_images: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export interface BackupSource {
  db: Database
  storage: Pick<ImageStorage, 'get'>
  /** For temporary files. */
  dataDir: string
  application: string
  /** The secret, if it is not a setting. */
  generatedSecret: string | null
  secretCheck: string
  /** The kinds of jobs that a restored school goes on with. */
  keptJobs: string[]
}

/** Writes a backup of the school as it is now. @throws StartError for a problem that the operator can fix */
export async function writeBackup(source: BackupSource, output: Writable): Promise<Manifest> {
  return withWorkFolder(source.dataDir, async (folder) => {
    const snapshot = await takeSnapshot(source.db, folder, source.keptJobs)
    const archive = new ArchiveWriter(output, snapshot.takenAt)
    for (const { name, file } of snapshot.tables) {
      await archive.add(toTableFile(name), createReadStream(file))
      await rm(file)
    }
    await archive.add(JOBS_FILE, JSON.stringify(snapshot.jobs))
    if (source.generatedSecret) await archive.add(SECRET_FILE, source.generatedSecret)
    const missing = await addImages(archive, source.storage, snapshot.images)
    const manifest = describeBackup(source, snapshot, missing)
    await archive.add(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
    await archive.close()
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
    images: snapshot.images.length - missing.length,
    missing_images: missing,
  }
}

export function toTableFile(table: string): string {
  return `tables/${table}.jsonl`
}

/** Adds all files of images. Returns the names of those that have lost a file since the snapshot. */
export async function addImages(
  archive: ArchiveWriter,
  storage: Pick<ImageStorage, 'get'>,
  images: StoredImage[],
): Promise<string[]> {
  const missing: string[] = []
  for (const { name, width } of images) {
    for (const variant of listVariants(width)) {
      const key = `${name}/${toFileName(variant)}`
      const stored = await storage.get(key)
      if (stored) await archive.add(`pictures/${key}`, stored.bytes, { compress: false })
      else if (missing.at(-1) !== name) missing.push(name)
    }
  }
  return missing
}

/** Runs `work` with a new folder for its files, and removes it afterwards. */
export async function withWorkFolder<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const parent = join(dataDir, WORK_FOLDER)
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'work-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes what a crashed process has left. Only for the one process that uses the folder. */
export async function clearWorkFolder(dataDir: string, log: FastifyBaseLogger): Promise<void> {
  await rm(join(dataDir, WORK_FOLDER), { recursive: true, force: true }).catch((error: unknown) =>
    log.warn(error, 'files of an interrupted backup could not be removed'),
  )
}
