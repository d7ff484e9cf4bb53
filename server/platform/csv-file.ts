/** CSV files that are too long for memory. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { toCsv, toCsvLines } from './csv.ts'
import type { Database } from './database/database.ts'

/** Files whose rows are read at once. Each holds a connection of the database, and those beyond it wait after their header. */
const MAX_READ = 3
const queue = pLimit(MAX_READ)

/** In milliseconds, until a reader looks for further rows. */
const PAUSE = 50
const CHUNK_BYTES = 65_536

interface List<Row> {
  columns: string[]
  /** Reads all rows, some at a time. */
  read(db: Database): AsyncIterable<Row[]>
  /** Returns the cells of a row by the names of their columns. */
  toCells(row: Row): object
}

/**
 * Returns the file of a list, whatever page of it is requested. It begins at once, since proxies end a response without a byte, mostly after
 * a minute. It ends with the error of rows that cannot be read.
 */
export function exportList<Row>(db: Database, { columns, read, toCells }: List<Row>): Readable {
  return streamCsv(columns, (write) =>
    queue(() =>
      db.transaction(
        async (tx) => {
          for await (const rows of read(tx)) await write(rows.map(toCells))
        },
        { accessMode: 'read only' },
      ),
    ),
  )
}

export function toIsoTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString()
}

/**
 * Returns a file like that of `toCsv`. The rows are on disk until they are read, so that a slow reader does not hold back who writes them;
 * `write` rejects once the file has no reader. The file has no name: the disk is free again after the last row, or when the process ends.
 */
export function streamCsv(columns: string[], writeAll: (write: (rows: object[]) => Promise<void>) => Promise<void>) {
  return Readable.from(generate(columns, writeAll), { objectMode: false })
}

async function* generate(columns: string[], writeAll: Parameters<typeof streamCsv>[1]): AsyncGenerator<Buffer> {
  yield Buffer.from(toCsv(columns, []))
  const file = await openNameless()
  const reader = new AbortController()
  const writing = writeAll(async (rows) => {
    reader.signal.throwIfAborted()
    await file.appendFile(toCsvLines(columns, rows))
  })
  try {
    yield* readWhile(file, writing)
  } finally {
    reader.abort()
    await writing.catch(() => {})
    await file.close()
  }
}

/** Reads what is in a file, and what is added to it until `writing` ends. @throws the error of `writing` */
async function* readWhile(file: FileHandle, writing: Promise<void>): AsyncGenerator<Buffer> {
  let position = 0
  let isWritten = false
  const markWritten = () => {
    isWritten = true
  }
  const ended = writing.then(markWritten, markWritten)
  for (;;) {
    const isLast = isWritten
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(CHUNK_BYTES), position })
    position += bytesRead
    if (bytesRead > 0) yield buffer.subarray(0, bytesRead)
    else if (isLast) return await writing
    else await Promise.race([ended, pause(PAUSE)])
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `school-csv-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
