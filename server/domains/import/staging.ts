/** Stores the rows of a file in batches. The import shows once all of them are stored. */
import { basename } from 'node:path'
import { count, eq, isNull, sql } from 'drizzle-orm'
import type { Import } from '#contract/import.ts'
import { MAX_IMPORTS, MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { importRows, imports } from './import.table.ts'
import { get } from './imports.ts'
import { type CsvRow, readCsv, readHeaders } from './read-csv.ts'
import { withFile } from './receive.ts'
import { remove } from './removal.ts'

/** Rows that one statement stores. */
const BATCH_ROWS = 1_000
const BATCH_LENGTH = 500_000

/**
 * Receives a file and stores its rows. A file with a problem leaves nothing behind.
 * @throws AppError INVALID_INPUT naming the row, TOO_LARGE, LIMIT_REACHED
 */
export async function upload(ctx: Context, bytes: AsyncIterable<Buffer>, fileName: string): Promise<Import> {
  await requireRoom(ctx)
  return withFile(bytes, async (path, encoding) => {
    // The whole file is checked first, so that nothing of a refused one is stored.
    const { headers, rows } = await inspect(readCsv(path, encoding))
    const id = await create(ctx, cleanName(fileName), headers)
    try {
      await store(ctx, id, readCsv(path, encoding))
      const values = { status: 'uploaded', rows, updatedAt: Date.now() } as const
      await transaction(ctx.db, (tx) => tx.update(imports).set(values).where(eq(imports.id, id)))
    } catch (error) {
      await remove(ctx.db, id)
      throw error
    }
    return get(ctx, id)
  })
}

/** Returns the headers and the number of rows. @throws AppError INVALID_INPUT, TOO_LARGE */
async function inspect(file: AsyncIterable<CsvRow>): Promise<{ headers: string[]; rows: number }> {
  let [headers, rows]: [string[] | null, number] = [null, 0]
  for await (const row of file) {
    if (headers) rows++
    else headers = readHeaders(row)
  }
  if (!headers) throw new AppError('INVALID_INPUT', 'The file is empty.')
  if (rows === 0) throw new AppError('INVALID_INPUT', 'The file has no rows below its header.')
  return { headers, rows }
}

async function requireRoom({ db }: Pick<Context, 'db'>): Promise<void> {
  const [row] = await db.select({ all: count() }).from(imports).where(isNull(imports.appliedAt))
  if (Number(row?.all) >= MAX_IMPORTS)
    throw new AppError('LIMIT_REACHED', `${MAX_IMPORTS} files wait to be imported, our limit. Discard one first.`)
}

async function create({ db, actor }: Context, fileName: string, headers: string[]): Promise<string> {
  const now = Date.now()
  const values = { fileName, headers, createdBy: actor.id, createdAt: now, updatedAt: now }
  return transaction(db, async (tx) => {
    const [created] = await tx.insert(imports).values(values).returning({ id: imports.id })
    return must(created).id
  })
}

/** Stores the rows after the header. */
async function store(ctx: Pick<Context, 'db'>, id: string, rows: AsyncIterable<CsvRow>): Promise<void> {
  let [length, batch, isHeader]: [number, CsvRow[], boolean] = [0, [], true]
  for await (const row of rows) {
    if (!isHeader) batch.push(row)
    isHeader = false
    length += row.cells.reduce((sum, cell) => sum + cell.length, 0)
    if (batch.length < BATCH_ROWS && length < BATCH_LENGTH) continue
    await insert(ctx, id, batch)
    ;[length, batch] = [0, []]
  }
  if (batch.length > 0) await insert(ctx, id, batch)
}

async function insert({ db }: Pick<Context, 'db'>, id: string, batch: CsvRow[]): Promise<void> {
  await transaction(db, (tx) =>
    tx.execute(sql`insert into ${importRows} (import_id, row, cells)
      select ${id}::uuid, r.row, r.cells from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as r(row int, cells jsonb)`),
  )
}

/** A name from another device may have a path, and characters that break a line. */
function cleanName(fileName: string): string {
  const name = basename(fileName.replaceAll('\\', '/')).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]/gu, '')
  return name.slice(0, MAX_NAME_LENGTH).toWellFormed() || 'file.csv'
}
