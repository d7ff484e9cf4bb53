import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeClass, makeEnrolment, makeUser } from '../demo/factories.ts'
import { openEmbedded } from '../server/database/embedded.ts'
import { enrolments } from '../server/payments/payments.table.ts'

const ROOT = join(import.meta.dirname, '..')

/** The script starts Node, and the embedded database in it. */
const START_MS = 30_000

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'school-audit-'))
  const database = await openEmbedded(dataDir)
  await makeEnrolment(database.db, await makeUser(database.db, 'student'), await makeClass(database.db))
  await database.close()
}, START_MS)
afterAll(() => rm(dataDir, { recursive: true }))

async function runAudit(): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const child = spawn('npm', ['run', '--silent', 'audit'], { cwd: ROOT, env })
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'exit')
  return { code, said: (await said).join('') }
}

it('npm run audit says that the books agree, or which rows differ and ends with 1', {
  timeout: 3 * START_MS,
}, async () => {
  const agreeing = await runAudit()
  expect(agreeing).toEqual({ code: 0, said: expect.stringContaining('The books agree.') })
  expect(agreeing.said).toContain('usd: $49.99 captured, $0.00 refunded; payments not refunded: $49.99')
  const database = await openEmbedded(dataDir)
  const [enrolment] = await database.db.delete(enrolments).returning()
  await database.close()
  const differing = await runAudit()
  expect(differing.code).toBe(1)
  expect(differing.said).toContain(`payment ${enrolment?.paymentId}: paid, without an enrolment`)
  expect(differing.said).toContain('The books differ in 2 places.')
})
