/** Copies the tables into files, all as they were at one moment. */
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { requireSpace } from '#server/platform/archive/partial-file.ts'
import { readBatches } from '#server/platform/database/batches.ts'
import { type Database, readRows } from '#server/platform/database/database.ts'
import { findCurrentMigration, type Migration } from '#server/platform/database/migrations.ts'
import type { SchoolTables } from '#server/platform/exported-tables.ts'
import { StartError } from '#server/platform/start-error.ts'
import type { WaitingJob } from './backup.table.ts'
import { fixTextFormats, listTables, quoteColumns, quoteTable, type TableShape } from './tables.ts'

const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** The rows of a table: a JSON array per line, each value as PostgreSQL writes it as text, or null. */
export interface CopiedTable extends TableShape {
  /** Path of the file with the rows. */
  file: string
  rows: number
}

export interface SnapshotSource {
  db: Database
  tables: SchoolTables
  /** The kinds of jobs that a restored school goes on with. */
  keptJobs: string[]
}

export interface StoredImage {
  name: string
  url: string
  /** Pixels. */
  width: number
}

export interface Snapshot {
  takenAt: Date
  migration: Migration
  tables: CopiedTable[]
  jobs: WaitingJob[]
  images: StoredImage[]
  privateFiles: PrivateFile[]
}

/** An upload that is not public: a version of a picture of a student, or a file of material. */
export interface PrivateFile {
  id: string
  /** None for a file that is no picture. */
  views: string[]
}

/** Runs `read` in one transaction that writes nothing and sees nothing of later writes. */
export function inSnapshot<T>(db: Database, read: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await fixTextFormats(tx)
    return read(tx)
  }, SNAPSHOT)
}

/**
 * Copies every table of a backup into the folder.
 * @throws StartError for a database without a school, and without enough space
 */
export function takeSnapshot({ db, tables: described, keptJobs }: SnapshotSource, folder: string): Promise<Snapshot> {
  return inSnapshot(db, async (tx) => {
    const migration = await findCurrentMigration(tx)
    if (!migration) throw new StartError('The database is empty: there is nothing to back up.')
    await requireSpace(folder, await measureDatabase(tx))
    const tables: CopiedTable[] = []
    for (const shape of await listTables(tx, migration, described)) {
      const file = join(folder, `${shape.name}.jsonl`)
      tables.push({ ...shape, file, rows: await copyTable(tx, shape, file, joinLines) })
    }
    return {
      takenAt: new Date(),
      migration,
      tables,
      jobs: await readWaitingJobs(tx, keptJobs),
      images: await readImages(tx),
      privateFiles: await readPrivateFiles(tx),
    }
  })
}

/** Returns the images whose files are stored. */
export function readImages(tx: Database): Promise<StoredImage[]> {
  return readRows<StoredImage>(tx, sql`select name, url, width from images where ready order by name`)
}

/** Returns the private uploads whose files are stored. */
export async function readPrivateFiles(tx: Database): Promise<PrivateFile[]> {
  const files: PrivateFile[] = []
  for (const table of ['picture_versions', 'material_files']) {
    if (!(await hasTable(tx, `public.${table}`))) continue
    const rows = sql`select id, views from ${sql.identifier(table)} where ready order by id`
    files.push(...(await readRows<PrivateFile>(tx, rows)))
  }
  return files
}

/** Returns bytes. */
export async function measureDatabase(db: Database): Promise<number> {
  const [row] = await readRows<{ bytes: string }>(db, sql`select pg_database_size(current_database())::text as bytes`)
  return Number(row?.bytes ?? 0)
}

/** A table, and a condition in SQL for its rows. */
interface CopiedShape extends TableShape {
  filter?: string | undefined
}

/**
 * Copies the rows of a table into a file, in the order of all columns. Returns their number.
 * @param format returns the text of some rows, each a JSON array
 */
export async function copyTable(
  tx: Database,
  shape: CopiedShape,
  path: string,
  format: (lines: string[]) => string,
): Promise<number> {
  const file = await open(path, 'a')
  try {
    return await copyRows(tx, shape, file, format)
  } finally {
    await file.close()
  }
}

function joinLines(lines: string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

async function copyRows(
  tx: Database,
  { name, columns, filter }: CopiedShape,
  file: FileHandle,
  format: (lines: string[]) => string,
): Promise<number> {
  const values = sql.join(
    columns.map((column) => sql`${sql.identifier(column)}::text`),
    sql`, `,
  )
  const where = filter ? sql.raw(` where ${filter}`) : sql``
  const select = sql`select json_build_array(${values})::text as line from ${quoteTable(name)}${where} order by ${quoteColumns(columns)}`
  let rows = 0
  for await (const batch of readBatches<{ line: string }>(tx, select)) {
    await file.appendFile(format(batch.map(({ line }) => line)))
    rows += batch.length
  }
  return rows
}

/** Returns the jobs that are not finished, and those that an earlier restore has not queued yet. */
async function readWaitingJobs(tx: Database, kinds: string[]): Promise<WaitingJob[]> {
  const names = sql.join(
    kinds.map((name) => sql`${name}`),
    sql`, `,
  )
  const queued = (await hasTable(tx, 'jobs.job'))
    ? await readRows<WaitingJob>(
        tx,
        sql`select name, data, to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startAfter"
          from jobs.job where state in ('created', 'retry', 'active') and name in (${names}) order by created_on`,
      )
    : []
  const restored = (await hasTable(tx, 'public.restores'))
    ? await readRows<{ jobs: WaitingJob[] }>(tx, sql`select jobs from restores where activated_at is null`)
    : []
  return [...restored.flatMap(({ jobs }) => jobs), ...queued]
}

export async function hasTable(db: Database, name: string): Promise<boolean> {
  const [row] = await readRows<{ found: string | null }>(db, sql`select to_regclass(${name})::text as found`)
  return Boolean(row?.found)
}
