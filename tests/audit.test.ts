import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeClass, makeEnrolment, makeUser } from '../demo/factories.ts'
import { enrolments } from '../server/domains/enrolments/enrolments.table.ts'
import { openEmbedded } from '../server/platform/database/embedded.ts'
import { runScript, SCRIPT_TIMEOUT_MS } from '../testing/npm-script.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'school-audit-'))
  const database = await openEmbedded(dataDir)
  await makeEnrolment(database.db, await makeUser(database.db, 'student'), await makeClass(database.db))
  await database.close()
}, SCRIPT_TIMEOUT_MS)
afterAll(() => rm(dataDir, { recursive: true }))

const runAudit = () => runScript(['audit'], { DATA_DIR: dataDir, LOG_LEVEL: 'silent' })

it('npm run audit ends with 0 without discrepancies, and otherwise lists the rows and ends with 1', {
  timeout: 3 * SCRIPT_TIMEOUT_MS,
}, async () => {
  const consistent = await runAudit()
  expect(consistent).toEqual({ code: 0, output: expect.stringContaining('No discrepancies.') })
  expect(consistent.output).toContain('usd: $49.99 captured, $0.00 refunded; kept of payments: $49.99')
  const database = await openEmbedded(dataDir)
  const [enrolment] = await database.db.delete(enrolments).returning()
  await database.close()
  const inconsistent = await runAudit()
  expect(inconsistent.code).toBe(1)
  expect(inconsistent.output).toContain(`payment ${enrolment?.paymentId}: paid, without an enrolment`)
  expect(inconsistent.output).toContain('2 discrepancies found.')
})
