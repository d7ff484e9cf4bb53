/** CSV files that are too long for memory. */
import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import pLimit from 'p-limit'
import { toCsv, toCsvLines } from './csv.ts'
import type { Database } from './database/database.ts'
import { type Transaction, transaction } from './database/transaction.ts'

/** Each file holds a connection of the database while its rows are read. */
const queue = pLimit(1)

interface List<Row> {
  columns: string[]
  /** Reads all rows, some at a time. */
  read(tx: Transaction): AsyncIterable<Row[]>
  /** Returns the cells of a row by the names of their columns. */
  toCells(row: Row): object
}

/** Returns the file of a list, whatever page of it is requested. */
export function exportList<Row>(db: Database, { columns, read, toCells }: List<Row>): Promise<Readable> {
  return queue(() => transaction(db, (tx) => writeCsv(columns, mapRows(read(tx), toCells))))
}

async function* mapRows<Row>(batches: AsyncIterable<Row[]>, toCells: (row: Row) => object): AsyncGenerator<object[]> {
  for await (const rows of batches) yield rows.map(toCells)
}

export function toIsoTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString()
}

/**
 * Writes rows like `toCsv`, and returns the content. The file has no name, so that the disk is free again once the content is read, or
 * when the process ends.
 */
export async function writeCsv(columns: string[], batches: AsyncIterable<object[]>): Promise<Readable> {
  const path = join(tmpdir(), `school-csv-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    await file.appendFile(toCsv(columns, []))
    for await (const rows of batches) await file.appendFile(toCsvLines(columns, rows))
  } catch (error) {
    await file.close()
    throw error
  }
  return file.createReadStream({ start: 0 })
}
