import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openTestApplication, type TestApplication } from '../../../testing/application.ts'
import { buy } from '../../../testing/paying.ts'

const NAME = 'You won! Claim it at https://evil.example/prize'

let application: TestApplication
beforeAll(async () => {
  application = await openTestApplication()
})
afterAll(() => application.close())

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

describe('the e-mails about a payment', () => {
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
