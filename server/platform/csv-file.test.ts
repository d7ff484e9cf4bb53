import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { toCsv } from './csv.ts'
import { writeCsv } from './csv-file.ts'

const COLUMNS = ['name', 'price']
const ROWS = [
  { name: 'Fog', price: 49.99 },
  { name: '=1+1', price: 0 },
  { name: 'Night, “light”', price: null },
]

async function* inBatches(): AsyncGenerator<object[]> {
  yield ROWS.slice(0, 1)
  yield ROWS.slice(1)
}

describe('a long CSV file', () => {
  it('has the same content as a short one, byte for byte', async () => {
    expect(await text(await writeCsv(COLUMNS, inBatches()))).toBe(toCsv(COLUMNS, ROWS).replace('\ufeff', ''))
  })

  it('leaves no file behind, whether its content is read or not, or its rows cannot be', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'school-temporary-'))
    vi.stubEnv('TMPDIR', folder)
    onTestFinished(() => {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true })
    })
    const content = await writeCsv(COLUMNS, inBatches())
    content.destroy()
    const next = () => Promise.reject(new Error('the database is away'))
    const failing = { [Symbol.asyncIterator]: () => ({ next }) }
    await expect(writeCsv(COLUMNS, failing)).rejects.toThrow('the database is away')
    expect(readdirSync(folder)).toEqual([])
  })
})
