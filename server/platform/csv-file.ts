/** CSV files that are too long for memory. */
import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { toCsv, toCsvLines } from './csv.ts'

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
