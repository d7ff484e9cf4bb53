import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { runSessions, runs } from '#server/domains/classes/runs/runs.table.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../../testing/paying.ts'

const HOUR = 60 * 60_000
const NAME = 'You won! Claim it at https://evil.example/prize'

const application = openForThisFile()

/** Buys a class and cancels, as a user whose identity has confirmed the e-mail or not. Returns the text of the e-mails. */
async function buyAndCancel(emailConfirmed: boolean): Promise<string[]> {
  const identityId = `identity ${emailConfirmed}`
  const student = await application.signedIn('student', { name: NAME, identityId, emailConfirmed })
  await buy(student, await makeClass(application.services.db))
  const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
  await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
  const emails = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
  return emails.map(({ text, html }) => `${text} ${html}`)
}

describe('a receipt', () => {
  /** Pays for a run, of which `then` changes the times before the card is charged. Returns the text of the receipt. */
  async function readReceipt(startsAt: number, lastMoment: number, then = { startsAt, lastMoment }): Promise<string> {
    const { db } = application.services
    const student = await application.signedIn('student')
    const chosen = await makeClass(db)
    const { id: runId } = await makeRun(db, chosen.id, { startsAt, lastMoment })
    const { clientSecret } = await beginPaying(student, { ...chosen, runId })
    await db.update(runs).set(then).where(eq(runs.id, runId))
    await confirmCard(student, clientSecret)
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    const [email] = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    return email?.text ?? ''
  }

  it('says when and where, all sessions in the zone of the run, and has the calendar file', async () => {
    const { db } = application.services
    const student = await application.signedIn('student')
    const chosen = await makeClass(db)
    const [startsAt, place] = [Date.UTC(2037, 4, 5, 16), { placeName: 'Harbour Hall', placeAddress: 'Quay 4' }]
    const { id: runId } = await makeRun(db, chosen.id, { startsAt, ...place })
    const second = { startsAt: startsAt + 7 * 24 * HOUR, endsAt: startsAt + (7 * 24 + 2) * HOUR }
    await db.insert(runSessions).values({ runId, ...second })
    await buy(student, { ...chosen, runId })
    const [email] = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    expect(email?.text).toContain(
      'When (Europe/Oslo):\nTue, May 5, 2037, 18:00–20:00\nTue, May 12, 2037, 18:00–20:00\n\nWhere: Harbour Hall, Quay 4\n',
    )
    const [file] = email?.attachments ?? []
    expect(file).toMatchObject({ filename: 'dates.ics', mimeType: 'text/calendar', method: 'PUBLISH' })
    const text = new TextDecoder().decode(file?.content as ArrayBuffer)
    expect(text).toContain('DTSTART;TZID=Europe/Oslo:20370512T180000')
  })

  it('promises a cancellation before the class starts only', async () => {
    const [past, future] = [Date.now() - HOUR, Date.now() + HOUR]
    expect(await readReceipt(future, future)).toContain('You can cancel for a full refund until')
    const late = await readReceipt(past, future)
    const held = await readReceipt(future, future, { startsAt: past, lastMoment: past })
    for (const text of [late, held]) {
      expect(text).toContain('You are enrolled')
      expect(text).not.toContain('You can cancel')
    }
  })
})

describe('the e-mails about a payment', () => {
  it('name the date in the refund too, in the zone of the run', async () => {
    const { db } = application.services
    const student = await application.signedIn('student')
    const chosen = await makeClass(db)
    const { id: runId } = await makeRun(db, chosen.id, { startsAt: Date.UTC(2037, 4, 5, 16) })
    await buy(student, { ...chosen, runId })
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    const emails = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === student.user.email)
    const refund = emails.find(({ subject }) => subject?.startsWith('Refund'))
    expect(refund?.text).toContain('Your date was: Tue, May 5, 2037, 18:00 (Europe/Oslo)')
  })

  it('to an unconfirmed address have no name, which another person may have chosen', async () => {
    const texts = await buyAndCancel(false)
    expect(texts).toHaveLength(2)
    for (const text of texts) expect(text).not.toMatch(/evil|You won/)
  })

  it('to a confirmed address have the name', async () => {
    const texts = await buyAndCancel(true)
    expect(texts).toHaveLength(2)
    for (const text of texts) expect(text).toContain(`Dear ${NAME},`)
  })
})
