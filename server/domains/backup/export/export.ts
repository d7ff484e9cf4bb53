/** Exports everything of the school that is not secret: CSV files and pictures in one archive. */
import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { z } from 'zod'
import { listShownKeys } from '#server/domains/images/private-files.ts'
import { readRow } from '#server/domains/school/current-school.ts'
import { requireSpace } from '#server/platform/archive/partial-file.ts'
import { ArchiveWriter } from '#server/platform/archive/write-archive.ts'
import { toCsvRows } from '#server/platform/csv.ts'
import type { ExportedTable } from '#server/platform/exported-tables.ts'
import { addImages, addPrivateFiles, type BackupSource } from '../backup.ts'
import {
  copyTable,
  inSnapshot,
  measureDatabase,
  type PrivateFile,
  readImages,
  readPrivateFiles,
  type StoredImage,
} from '../snapshot.ts'
import { withWorkFolder } from '../work-folder.ts'

/** Changes when the same column means something else. New columns need no other number. */
export const EXPORT_FORMAT = 2

export const EXPORT_MANIFEST = 'export.json'

export const ExportManifest = z.object({
  format: z.int(),
  /** The version in package.json. */
  application: z.string(),
  /** ISO 8601. */
  taken_at: z.iso.datetime(),
  /** Of the prices of classes and dates. ISO 4217, lower case. */
  currency: z.string(),
  /** The number of rows by file. */
  rows: z.record(z.string(), z.int()),
})
export type ExportManifest = z.infer<typeof ExportManifest>

export interface ExportSource extends Pick<BackupSource, 'db' | 'tables' | 'storage' | 'application' | 'dataDir'> {
  /** Of the settings; the school's own takes its place. */
  currency: string
}

/** The files of an export, copied at one moment. */
interface CopiedExport {
  takenAt: Date
  /** The school's own currency. */
  currency: string | null
  files: { name: string; path: string; rows: number }[]
  images: StoredImage[]
  privateFiles: PrivateFile[]
}

export function toCsvFile({ table }: ExportedTable): string {
  return `${table}.csv`
}

/** Copies all tables as CSV into a folder. @throws StartError */
function copyForExport({ db, tables }: Pick<ExportSource, 'db' | 'tables'>, folder: string): Promise<CopiedExport> {
  return inSnapshot(db, async (tx) => {
    await requireSpace(folder, await measureDatabase(tx))
    const files: CopiedExport['files'] = []
    for (const exported of tables.exported) {
      const name = toCsvFile(exported)
      const path = join(folder, name)
      const columns = Object.keys(exported.columns)
      await writeFile(path, `\ufeff${toCsvRows([columns])}`)
      const shape = { name: `public.${exported.table}`, columns, filter: exported.filter }
      files.push({ name, path, rows: await copyTable(tx, shape, path, createFormat(exported)) })
    }
    const { currency } = await readRow(tx)
    const [images, privateFiles] = [await readImages(tx), await readPrivateFiles(tx)]
    return { takenAt: new Date(), currency, files, images, privateFiles }
  })
}

/** Writes an export of the school as it is now. @throws StartError for a problem that the operator can fix */
export async function exportSchool(source: ExportSource, output: Writable): Promise<void> {
  await withWorkFolder(source.dataDir, async (folder) =>
    writeExport(source, await copyForExport(source, folder), output),
  )
}

/** Writes what was copied, and the pictures. */
async function writeExport(
  { storage, application, currency }: ExportSource,
  { takenAt, currency: own, files, images, privateFiles }: CopiedExport,
  output: Writable,
): Promise<void> {
  const archive = new ArchiveWriter(output, takenAt)
  for (const { name, path } of files) {
    await archive.add(name, createReadStream(path))
    await rm(path)
  }
  await addImages(archive, storage, images)
  // Not the originals of pictures: they may say where one was taken.
  await addPrivateFiles(archive, storage, privateFiles.flatMap(listShownKeys))
  const manifest: ExportManifest = {
    format: EXPORT_FORMAT,
    application,
    taken_at: takenAt.toISOString(),
    currency: own ?? currency,
    rows: Object.fromEntries(files.map(({ name, rows }) => [name, rows])),
  }
  await archive.add(EXPORT_MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
  await archive.close()
}

/** Returns a function that writes rows, each a JSON array of texts, as CSV. */
function createFormat({ columns }: ExportedTable): (lines: string[]) => string {
  const isTime = Object.values(columns).map(({ kind }) => kind === 'time')
  const toField = (value: string | null, at: number) =>
    value !== null && isTime[at] ? new Date(Number(value)).toISOString() : value
  return (lines) => toCsvRows(lines.map((line) => (JSON.parse(line) as (string | null)[]).map(toField)))
}
