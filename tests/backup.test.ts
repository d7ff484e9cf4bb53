import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClass, makeEnrolment, makeUser } from '../demo/factories.ts'
import { openEmbedded } from '../server/platform/database/embedded.ts'
import { runScript, SCRIPT_TIMEOUT_MS } from '../testing/npm-script.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from '../testing/server-process.ts'

let folder: string
let server: ServerProcess
const env = (name: string) => ({ DATA_DIR: join(folder, name), DEMO: 'off', CARDS: 'sandbox', LOG_LEVEL: 'error' })
const file = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'school-backup-'))
  const database = await openEmbedded(join(folder, 'original'))
  const student = await makeUser(database.db, 'student', { email: 'ada@example.test' })
  await makeEnrolment(database.db, student, await makeClass(database.db))
  await database.close()
  server = startServerProcess(env('original'))
  await server.url
}, SCRIPT_TIMEOUT_MS)
afterAll(async () => {
  await stopServerProcess(server)
  await rm(folder, { recursive: true })
}, SCRIPT_TIMEOUT_MS)

const run = (name: string, args: string[], data: string) => runScript([name, ...args], env(data))

describe('npm run backup', () => {
  it('takes the backup of a running school, which npm run restore restores elsewhere: the audit is clean, and it sends nothing until npm run activate', {
    timeout: 6 * SCRIPT_TIMEOUT_MS,
  }, async () => {
    const backup = await run('backup', [file('one.zip')], 'original')
    expect(backup).toEqual({ code: 0, output: expect.stringContaining('store it where only you can read it') })
    expect((await stat(file('one.zip'))).mode & 0o777).toBe(0o600)
    expect(await readdir(join(folder, 'original/archives'))).toEqual([])
    expect(await run('backup', [file('one.zip')], 'original')).toEqual({
      code: 1,
      output: expect.stringContaining('exists already'),
    })
    const restored = await run('restore', [file('one.zip')], 'copy')
    expect(restored).toEqual({ code: 0, output: expect.stringContaining('until npm run activate') })
    expect((await run('audit', [], 'copy')).output).toContain('No discrepancies.')
    const again = await run('restore', [file('one.zip')], 'copy')
    expect(again).toEqual({ code: 1, output: expect.stringMatching(/2 users, 1 classes, 1 payments.*add --replace/s) })
    const copy = startServerProcess(env('copy'))
    await copy.url
    expect(copy.output()).toContain('It sends nothing and runs no jobs until npm run activate.')
    expect(await run('restore', [file('one.zip'), '--replace'], 'copy')).toEqual({
      code: 1,
      output: expect.stringContaining('A server is using the database. Stop every server first.'),
    })
    await stopServerProcess(copy)
    expect((await run('activate', [], 'copy')).output).toContain('The school is active.')
  })

  it('exports a running school, and imports it into an empty one only', {
    timeout: 4 * SCRIPT_TIMEOUT_MS,
  }, async () => {
    expect((await run('export', [file('export.zip')], 'original')).code).toBe(0)
    const imported = await run('import', [file('export.zip')], 'imported')
    expect(imported).toEqual({ code: 0, output: expect.stringContaining('with 2 users.') })
    expect((await run('import', [file('export.zip')], 'imported')).output).toContain('has a school already')
  })

  it('leaves nothing behind where the folder cannot be written', { timeout: SCRIPT_TIMEOUT_MS }, async () => {
    const { code, output } = await run('backup', [file('missing/two.zip')], 'original')
    expect([code, output]).toEqual([1, expect.stringContaining('Cannot write')])
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})
