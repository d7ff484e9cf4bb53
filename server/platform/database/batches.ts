/** Reads long lists some rows at a time, so that they never are in memory as a whole. */
import { type SQLWrapper, sql } from 'drizzle-orm'
import { type Database, readRows } from './database.ts'

/** Rows that are in memory at the same time. */
export const BATCH = 500

/** Reads the rows of a query in the caller's transaction, some at a time. */
export async function* readBatches<Row>(tx: Database, select: SQLWrapper): AsyncGenerator<Row[]> {
  await tx.execute(sql`declare batches no scroll cursor for ${select.getSQL()}`)
  for (;;) {
    const batch = await readRows<Row>(tx, sql.raw(`fetch ${BATCH} from batches`))
    if (batch.length > 0) yield batch
    if (batch.length < BATCH) break
  }
  await tx.execute(sql`close batches`)
}

/**
 * Reads rows in the caller's transaction in the order of a query of their ids, some at a time.
 * @param selectIds selects `id`
 * @param read returns the rows of these ids, in any order
 */
export async function* readByIds<Row extends { _id: string }>(
  tx: Database,
  selectIds: SQLWrapper,
  read: (ids: string[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const batch of readBatches<{ id: string }>(tx, selectIds)) {
    const ids = batch.map(({ id }) => id)
    const rows = new Map((await read(ids)).map((row) => [row._id, row]))
    yield ids.flatMap((id) => rows.get(id) ?? [])
  }
}
