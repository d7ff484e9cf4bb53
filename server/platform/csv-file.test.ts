import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { toCsv, toCsvLines } from './csv.ts'
import { streamCsv } from './csv-file.ts'

const COLUMNS = ['name', 'price']
const ROWS = [
  { name: 'Fog', price: 49.99 },
  { name: '=1+1', price: 0 },
  { name: 'Night, “light”', price: null },
]

type Write = (rows: object[]) => Promise<void>

async function writeInBatches(write: Write): Promise<void> {
  await write(ROWS.slice(0, 1))
  await write(ROWS.slice(1))
}

describe('a long CSV file', () => {
  it('has the same content as a short one, byte for byte', async () => {
    expect(await text(streamCsv(COLUMNS, writeInBatches))).toBe(toCsv(COLUMNS, ROWS).replace('\ufeff', ''))
  })

  it('begins before its rows are there, and can be read while they are written', async () => {
    const first = Promise.withResolvers<void>()
    const rest = Promise.withResolvers<void>()
    const content = streamCsv(COLUMNS, async (write) => {
      await first.promise
      await write(ROWS.slice(0, 1))
      await rest.promise
      await write(ROWS.slice(1))
    })
    const chunks = content.iterator()
    const next = async () => String((await chunks.next()).value)
    expect(await next()).toBe(toCsv(COLUMNS, []))
    first.resolve()
    expect(await next()).toBe(toCsvLines(COLUMNS, ROWS.slice(0, 1)))
    rest.resolve()
    expect(await next()).toBe(toCsvLines(COLUMNS, ROWS.slice(1)))
    expect((await chunks.next()).done).toBe(true)
  })

  it('ends with the error of rows that cannot be read, not as if it were whole', async () => {
    const content = streamCsv(COLUMNS, async (write) => {
      await write(ROWS.slice(0, 1))
      throw new Error('the database is away')
    })
    await expect(text(content)).rejects.toThrow('the database is away')
  })

  it('is not written further once it has no reader', async () => {
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<unknown>()
    const content = streamCsv(COLUMNS, async (write) => {
      for (;;) {
        await write(ROWS).catch((error: unknown) => {
          ended.resolve(error)
          throw error
        })
        begun.resolve()
      }
    })
    content.resume()
    await begun.promise
    content.destroy()
    expect(await ended.promise).toMatchObject({ name: 'AbortError' })
  })

  it('leaves no file behind, whether its content is read or not, or its rows cannot be', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'school-temporary-'))
    vi.stubEnv('TMPDIR', folder)
    onTestFinished(() => {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true })
    })
    const unread = streamCsv(COLUMNS, writeInBatches)
    await unread.iterator().next()
    unread.destroy()
    await text(streamCsv(COLUMNS, writeInBatches))
    await expect(text(streamCsv(COLUMNS, () => Promise.reject(new Error('the database is away'))))).rejects.toThrow()
    expect(readdirSync(folder)).toEqual([])
  })
})
