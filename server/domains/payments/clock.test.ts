import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type MadeClass, makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readAudit, readSeats, refuseWebhookEvents } from '../../../testing/orders.ts'
import { beginPaying, buy, confirmCard } from '../../../testing/paying.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { attempts } from './payments.table.ts'
import { reconcile } from './reconcile.ts'

const MINUTE = 60_000
const YEAR = 365 * 24 * 60 * MINUTE

const application = openForThisFile()
let chosen: MadeClass
beforeAll(async () => {
  // Webhook events are lost, so that only the job settles.
  application.sandbox?.deliver(async () => 200)
})
beforeEach(async () => {
  chosen = await makeClass(application.services.db, { seats: 1 })
})

/** Lets the server's clock jump. Timers go on, as they do not follow the clock of the day. */
function jump(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
  onTestFinished(() => void vi.useRealTimers())
}

/** A student with a token of the present. */
const signIn = () => application.signedIn('student', { emailConfirmed: true })
const run = () => reconcile(application.services)

const readStatus = async () => {
  const rows = await application.services.db.select().from(attempts).where(eq(attempts.classId, chosen.id))
  return rows.map(({ status }) => status)
}

describe('a clock that jumps forward by a year', () => {
  it('costs no seat whose card was charged, and sells it once', async () => {
    // An event could record the purchase first.
    refuseWebhookEvents(application)
    const student = await signIn()
    const { clientSecret } = await beginPaying(student, chosen)
    await confirmCard(student, clientSecret)
    jump(YEAR)
    expect(await catchCode(beginPaying(await signIn(), chosen))).toBe('SEATS_HELD')
    await run()
    expect(await readSeats(application, chosen)).toEqual({ seats: 0, enroll: 1 })
    expect(await catchCode(buy(await signIn(), chosen))).toBe('SEATS_GONE')
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })

  it('ends a hold at the provider first, so that its card is not charged for a seat that another student buys', async () => {
    const late = await signIn()
    const { clientSecret } = await beginPaying(late, chosen)
    jump(YEAR)
    await run()
    expect(await readStatus()).toEqual(['released'])
    await buy(await signIn(), chosen)
    expect((await confirmCard(late, clientSecret)).statusCode).toBe(400)
    expect(await readSeats(application, chosen)).toEqual({ seats: 0, enroll: 1 })
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })
})
