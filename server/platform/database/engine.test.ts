import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findEngine } from './engine.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'school-engine-'))
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a file in place of the programs. */
function writeProgram(name: string, text: string) {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o755 })
  return { initdb: path, pg_ctl: path, postgres: path }
}

function setProperty(name: 'arch', value: string): void {
  const original = process[name]
  Object.defineProperty(process, name, { value })
  onTestFinished(() => void Object.defineProperty(process, name, { value: original }))
}

describe('PostgreSQL from npm', () => {
  it('is the version that the lockfile pins', async () => {
    expect(await findEngine()).toMatchObject({ majorVersion: '18' })
  })

  it('makes the links of its libraries where npm runs no install scripts', async () => {
    const { initdb, pg_ctl, postgres } = await findEngine()
    const isLink = (path: string) =>
      /lib\/lib\w+\.so(\.\d+)?$/.test(path) && !/(ossp-uuid|xslt|xml2|z|lzma)\.so/.test(path)
    const source = join(dirname(postgres), '../..')
    const copy = join(folder, 'copy')
    cpSync(source, copy, { recursive: true, filter: (path) => !isLink(path) })
    expect(existsSync(join(copy, 'native/lib/libicuuc.so.60'))).toBe(false)
    const moved = (path: string) => path.replace(source, copy)
    expect(await findEngine({ initdb: moved(initdb), pg_ctl: moved(pg_ctl), postgres: moved(postgres) })).toMatchObject(
      { majorVersion: '18' },
    )
  })

  it('is refused in words that name DATABASE_URL where there is none for the processor', async () => {
    setProperty('arch', 'mips')
    await expect(findEngine()).rejects.toThrow(/^DATABASE_URL: is required.* no embedded PostgreSQL for \w+-mips/)
  })

  it('is refused in words that name DATABASE_URL where the system has no glibc', async () => {
    const programs = writeProgram('alpine', '#!/lib64/missing-loader.so.2\n')
    await expect(findEngine(programs)).rejects.toThrow(/^DATABASE_URL: is required.*glibc \(Alpine has none\)/)
  })

  it('is refused with its own words where it does not run otherwise', async () => {
    const programs = writeProgram('broken', '#!/bin/sh\necho "cannot open libicui18n" >&2\nexit 1\n')
    await expect(findEngine(programs)).rejects.toThrow(/^DATABASE_URL: is required.*\(cannot open libicui18n\)/)
  })
})
