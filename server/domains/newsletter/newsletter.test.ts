import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { readHeader } from '../../../testing/sent-emails.ts'
import { catchCode, catchError, Visitor } from '../../../testing/visitor.ts'
import { subscriptions } from './newsletter.table.ts'

const application = openForThisFile()

let reader = 0
const newEmail = () => `reader${++reader}@example.test`

/** Returns a visitor with an IP of their own. */
const newVisitor = () => new Visitor(application.app, undefined, `198.51.100.${++reader}`)

const ask = (email: string) => newVisitor().call(api.subscribeToNewsletter, { body: { email } })
const confirm = (token: string) => application.visitor.call(api.confirmNewsletter, { body: { token } })
const unsubscribe = (token: string) => application.visitor.call(api.unsubscribeFromNewsletter, { body: { token } })

async function emailsTo(email: string) {
  return (await application.readEmails()).filter(({ to }) => to?.some(({ address }) => address === email))
}

/** Returns the token of the link to a page, from the last e-mail to an address. */
async function tokenTo(page: 'confirm' | 'unsubscribe', email: string): Promise<string> {
  const text = (await emailsTo(email)).at(-1)?.text ?? ''
  return new RegExp(`http://127\\.0\\.0\\.1:3000/newsletter/${page}\\?token=(\\S+)`).exec(text)?.[1] ?? 'none'
}

async function subscribed(): Promise<string> {
  const email = newEmail()
  await ask(email)
  await confirm(await tokenTo('confirm', email))
  return email
}

const readRow = async (email: string) =>
  (await application.services.db.select().from(subscriptions).where(eq(subscriptions.email, email)))[0]

function wait(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
}

const DAYS = 24 * 60

describe('subscribing to the newsletter', () => {
  it('sends one e-mail with a confirmation link, and subscribes only after it is opened', async () => {
    const email = newEmail()
    expect(await ask(email)).toEqual({ accepted: true })
    const [mail, ...more] = await emailsTo(email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Please confirm your subscription to the newsletter of Photography School')
    expect((await readRow(email))?.confirmedAt).toBeNull()
    expect(await confirm(await tokenTo('confirm', email))).toEqual({ confirmed: true })
    expect((await readRow(email))?.confirmedAt).toBeGreaterThan(0)
  })

  it('returns the same and sends an e-mail for an address that is new, unconfirmed or subscribed', async () => {
    const [waiting, reading] = [newEmail(), await subscribed()]
    await ask(waiting)
    wait(11)
    for (const email of [newEmail(), waiting, reading]) {
      const before = (await emailsTo(email)).length
      expect(await ask(email)).toEqual({ accepted: true })
      expect(await emailsTo(email)).toHaveLength(before + 1)
    }
    expect(await tokenTo('confirm', reading)).toBe('none')
    expect((await emailsTo(reading)).at(-1)?.subject).toContain('You are subscribed')
  })

  it('treats an e-mail in any case as the same', async () => {
    const email = newEmail()
    await ask(` ${email.toUpperCase()} `)
    expect(await emailsTo(email)).toHaveLength(1)
  })

  it.each(['', 'nobody', 'a@b', 'a@example.test\r\nBcc: b@example.test'])(
    'is refused for %j, and the message names the field',
    async (email) => {
      const refusal = await catchError(ask(email))
      expect([refusal.code, refusal.message]).toEqual(['INVALID_INPUT', expect.stringMatching(/^email: /)])
    },
  )

  it('sends one e-mail in ten minutes to one address, and returns the same for the other requests', async () => {
    const email = newEmail()
    const responses = await Promise.all([1, 2, 3].map(() => ask(email)))
    expect(responses).toEqual([{ accepted: true }, { accepted: true }, { accepted: true }])
    expect(await emailsTo(email)).toHaveLength(1)
    wait(11)
    await ask(email)
    expect(await emailsTo(email)).toHaveLength(2)
  })

  it('is limited to 60 times in ten minutes for one network, with a Retry-After', async () => {
    const visitor = newVisitor()
    const body = () => ({ body: { email: newEmail() } })
    for (let time = 0; time < 60; time++) await visitor.call(api.subscribeToNewsletter, body())
    const refused = await visitor.request('POST', '/api/newsletter', body())
    expect(refused.statusCode).toBe(429)
    expect(refused.json().code).toBe('TOO_MANY_REQUESTS')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(590)
    expect(await ask(newEmail())).toEqual({ accepted: true })
    wait(11)
    expect(await visitor.call(api.subscribeToNewsletter, body())).toEqual({ accepted: true })
  })

  it('does not count invalid requests', async () => {
    const visitor = newVisitor()
    for (let time = 0; time < 6; time++)
      expect(await catchCode(visitor.call(api.subscribeToNewsletter, { body: { email: 'x' } }))).toBe('INVALID_INPUT')
    expect(await visitor.call(api.subscribeToNewsletter, { body: { email: newEmail() } })).toEqual({ accepted: true })
  })

  it('deletes an unconfirmed address once its link has expired', async () => {
    const email = newEmail()
    await ask(email)
    wait(7 * DAYS + 1)
    await ask(newEmail())
    expect(await readRow(email)).toBeUndefined()
  })
})

describe('the confirmation link', () => {
  it('may be opened more than once', async () => {
    const email = newEmail()
    await ask(email)
    const token = await tokenTo('confirm', email)
    await confirm(token)
    const since = (await readRow(email))?.confirmedAt
    expect(await confirm(token)).toEqual({ confirmed: true })
    expect((await readRow(email))?.confirmedAt).toBe(since)
  })

  it('is valid for seven days', async () => {
    const email = newEmail()
    await ask(email)
    const token = await tokenTo('confirm', email)
    wait(7 * DAYS - 1)
    expect(await confirm(token)).toEqual({ confirmed: true })
    wait(2)
    expect(await catchError(confirm(token))).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('expired'),
    })
  })

  it('does not subscribe again after unsubscribing', async () => {
    const email = newEmail()
    await ask(email)
    const token = await tokenTo('confirm', email)
    await unsubscribe(await tokenTo('unsubscribe', email))
    expect((await catchError(confirm(token))).message).toContain('has ended')
    expect(await readRow(email)).toBeUndefined()
  })

  it.each(['x', '.', '....', `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}.zzz.AAAA`])(
    'is refused with the invented token %j',
    async (token) => {
      const refusal = await catchError(confirm(token))
      expect([refusal.code, refusal.message]).toEqual(['NOT_FOUND', expect.stringContaining('not complete')])
    },
  )

  it('is refused with the token of an unsubscribe link or of another server', async () => {
    const email = await subscribed()
    expect(await catchCode(confirm(await tokenTo('unsubscribe', email)))).toBe('NOT_FOUND')
    const id = (await readRow(email))?.id ?? ''
    const { NewsletterLinks } = await import('./links.ts')
    const foreign = new NewsletterLinks(new Uint8Array(32), 'http://x.test').unsubscribe(id)
    expect(await catchCode(unsubscribe(foreign.slice(foreign.indexOf('=') + 1)))).toBe('NOT_FOUND')
  })
})

describe('the unsubscribe link', () => {
  it('deletes the address, may be opened more than once, and never expires', async () => {
    const email = await subscribed()
    const token = await tokenTo('unsubscribe', email)
    wait(3_650 * DAYS)
    expect(await unsubscribe(token)).toEqual({ unsubscribed: true })
    expect(await readRow(email)).toBeUndefined()
    expect(await unsubscribe(token)).toEqual({ unsubscribed: true })
  })

  it('of an earlier subscription does not end a later one', async () => {
    const email = await subscribed()
    const token = await tokenTo('unsubscribe', email)
    await unsubscribe(token)
    await ask(email)
    await unsubscribe(token)
    expect(await readRow(email)).toBeDefined()
  })

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'],
  ])('is in the headers of every e-mail, for a program that posts %s', async (type, body) => {
    const email = await subscribed()
    const [mail] = await emailsTo(email)
    if (!mail) throw new Error('no mail came')
    expect(readHeader(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const url =
      /^<http:\/\/127\.0\.0\.1:3000(\/api\/newsletter\/\S+)>$/.exec(readHeader(mail, 'list-unsubscribe') ?? '')?.[1] ??
      ''
    const response = await application.visitor.request('POST', url, { headers: { 'content-type': type }, body })
    expect(response.statusCode).toBe(200)
    expect(await readRow(email)).toBeUndefined()
  })

  it('in the headers redirects a browser to the page, without unsubscribing', async () => {
    const email = await subscribed()
    const token = await tokenTo('unsubscribe', email)
    const response = await application.visitor.request('GET', `/api/newsletter/one-click?token=${token}`)
    expect([response.statusCode, response.headers.location]).toEqual([302, `/newsletter/unsubscribe?token=${token}`])
    expect(await readRow(email)).toBeDefined()
  })

  it('in the headers is refused with an invalid token and without one', async () => {
    expect((await application.visitor.request('POST', '/api/newsletter/one-click?token=x')).statusCode).toBe(404)
    expect((await application.visitor.request('POST', '/api/newsletter/one-click')).statusCode).toBe(400)
  })
})

describe('the pages without JavaScript', () => {
  const press = (form: string, token: string) =>
    application.visitor.request('POST', `/api/newsletter/forms/${form}?token=${token}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    })

  it('have forms that confirm and unsubscribe, and redirect to a success message', async () => {
    const email = newEmail()
    await ask(email)
    const confirmed = await press('confirm', await tokenTo('confirm', email))
    expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, '/newsletter/confirm?state=done'])
    expect((await readRow(email))?.confirmedAt).toBeGreaterThan(0)
    const ended = await press('unsubscribe', await tokenTo('unsubscribe', email))
    expect([ended.statusCode, ended.headers.location]).toEqual([303, '/newsletter/unsubscribe?state=done'])
    expect(await readRow(email)).toBeUndefined()
  })

  it.each(['confirm', 'unsubscribe'])('redirect to an error message where the link to %s is invalid', async (form) => {
    const response = await press(form, 'wrong')
    expect(response.headers.location).toBe(`/newsletter/${form}?state=failed`)
  })
})

describe('the log', () => {
  it('contains neither the address nor a link, even when an e-mail cannot be sent', async () => {
    const own = await openForThisTest({ SMTP_URL: 'smtp://127.0.0.1:9' })
    await own.visitor.call(api.subscribeToNewsletter, { body: { email: 'quiet@example.test' } })
    await own.runJobs()
    expect(own.logged).toHaveLength(1)
    expect(own.logged.join()).not.toMatch(/quiet@|token/)
  })
})

it('the number of subscribers, for admins only, has those who confirmed and whom e-mails reach', async () => {
  const own = await openForThisTest()
  const admin = await own.signedIn('admin')
  const count = async () => (await admin.call(api.countSubscribers)).subscribers
  expect(await count()).toBe(0)
  const row = { requestedAt: 1 }
  await own.services.db.insert(subscriptions).values([
    { ...row, email: 'confirmed@example.test', confirmedAt: 2 },
    { ...row, email: 'pending@example.test' },
    { ...row, email: 'refused@example.test', confirmedAt: 2, rejectedAt: 3 },
  ])
  expect(await count()).toBe(1)
  for (const visitor of [own.visitor, await own.signedIn('instructor')])
    expect(await catchCode(visitor.call(api.countSubscribers))).toMatch(/^NOT_/)
})
