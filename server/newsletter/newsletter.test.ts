import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { headerOf } from '../../tests/mails.ts'
import { openTestSchool, schoolForThisTest, type TestSchool } from '../../tests/school.ts'
import { codeOf, refusalOf, Visitor } from '../../tests/visitor.ts'
import { subscriptions } from './newsletter.table.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

let reader = 0
const newEmail = () => `reader${++reader}@example.test`

/** Somebody from an address of the network that nobody else here comes from. */
const newVisitor = () => new Visitor(school.app, undefined, `198.51.100.${++reader}`)

const ask = (email: string) => newVisitor().call(api.subscribeToNewsletter, { body: { email } })
const confirm = (token: string) => school.visitor.call(api.confirmNewsletter, { body: { token } })
const unsubscribe = (token: string) => school.visitor.call(api.unsubscribeFromNewsletter, { body: { token } })

async function mailsTo(email: string) {
  return (await school.mails()).filter(({ to }) => to?.some(({ address }) => address === email))
}

/** The token of the link to a page, in the last mail to an address. */
async function tokenTo(page: 'confirm' | 'unsubscribe', email: string): Promise<string> {
  const text = (await mailsTo(email)).at(-1)?.text ?? ''
  return new RegExp(`http://127\\.0\\.0\\.1:3000/newsletter/${page}\\?token=(\\S+)`).exec(text)?.[1] ?? 'none'
}

async function subscribed(): Promise<string> {
  const email = newEmail()
  await ask(email)
  await confirm(await tokenTo('confirm', email))
  return email
}

const rowOf = async (email: string) =>
  (await school.parts.db.select().from(subscriptions).where(eq(subscriptions.email, email)))[0]

function wait(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
}

const DAYS = 24 * 60

describe('asking for the newsletter', () => {
  it('sends one letter with a link that confirms, and nobody is subscribed before', async () => {
    const email = newEmail()
    expect(await ask(email)).toEqual({ accepted: true })
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Please confirm your subscription to the newsletter of Photography School')
    expect((await rowOf(email))?.confirmedAt).toBeNull()
    expect(await confirm(await tokenTo('confirm', email))).toEqual({ confirmed: true })
    expect((await rowOf(email))?.confirmedAt).toBeGreaterThan(0)
  })

  it('answers the same for an address that is new, waiting or subscribed, and always a letter comes', async () => {
    const [waiting, reading] = [newEmail(), await subscribed()]
    await ask(waiting)
    wait(11)
    for (const email of [newEmail(), waiting, reading]) {
      const before = (await mailsTo(email)).length
      expect(await ask(email)).toEqual({ accepted: true })
      expect(await mailsTo(email)).toHaveLength(before + 1)
    }
    expect(await tokenTo('confirm', reading)).toBe('none')
    expect((await mailsTo(reading)).at(-1)?.subject).toContain('You are subscribed')
  })

  it('takes an address in any case for the same', async () => {
    const email = newEmail()
    await ask(` ${email.toUpperCase()} `)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it.each(['', 'nobody', 'a@b', 'a@example.test\r\nBcc: b@example.test'])(
    'is refused for %j, by the name of the field',
    async (email) => {
      const refusal = await refusalOf(ask(email))
      expect([refusal.code, refusal.message]).toEqual(['INVALID_INPUT', expect.stringMatching(/^email: /)])
    },
  )

  it('sends one letter in ten minutes to one address, and answers the others the same', async () => {
    const email = newEmail()
    const answers = await Promise.all([1, 2, 3].map(() => ask(email)))
    expect(answers).toEqual([{ accepted: true }, { accepted: true }, { accepted: true }])
    expect(await mailsTo(email)).toHaveLength(1)
    wait(11)
    await ask(email)
    expect(await mailsTo(email)).toHaveLength(2)
  })

  it('is for one visitor five times in ten minutes, and then says how long to wait', async () => {
    const visitor = newVisitor()
    const body = () => ({ body: { email: newEmail() } })
    for (let time = 0; time < 5; time++) await visitor.call(api.subscribeToNewsletter, body())
    const refused = await visitor.request('POST', '/api/newsletter', body())
    expect(refused.statusCode).toBe(429)
    expect(refused.json().code).toBe('TOO_MANY_REQUESTS')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(590)
    expect(await ask(newEmail())).toEqual({ accepted: true })
    wait(11)
    expect(await visitor.call(api.subscribeToNewsletter, body())).toEqual({ accepted: true })
  })

  it('does not count what was refused for its form', async () => {
    const visitor = newVisitor()
    for (let time = 0; time < 6; time++)
      expect(await codeOf(visitor.call(api.subscribeToNewsletter, { body: { email: 'x' } }))).toBe('INVALID_INPUT')
    expect(await visitor.call(api.subscribeToNewsletter, { body: { email: newEmail() } })).toEqual({ accepted: true })
  })

  it('leaves nothing behind of an address that never confirmed, once its link has expired', async () => {
    const email = newEmail()
    await ask(email)
    wait(7 * DAYS + 1)
    await ask(newEmail())
    expect(await rowOf(email)).toBeUndefined()
  })
})

describe('the link that confirms', () => {
  it('answers the same as often as it is followed', async () => {
    const email = newEmail()
    await ask(email)
    const token = await tokenTo('confirm', email)
    await confirm(token)
    const since = (await rowOf(email))?.confirmedAt
    expect(await confirm(token)).toEqual({ confirmed: true })
    expect((await rowOf(email))?.confirmedAt).toBe(since)
  })

  it('is good for seven days', async () => {
    const email = newEmail()
    await ask(email)
    const token = await tokenTo('confirm', email)
    wait(7 * DAYS - 1)
    expect(await confirm(token)).toEqual({ confirmed: true })
    wait(2)
    expect(await refusalOf(confirm(token))).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('expired'),
    })
  })

  it('of somebody who has unsubscribed since does not bring them back', async () => {
    const email = newEmail()
    await ask(email)
    const token = await tokenTo('confirm', email)
    await unsubscribe(await tokenTo('unsubscribe', email))
    expect((await refusalOf(confirm(token))).message).toContain('has ended')
    expect(await rowOf(email)).toBeUndefined()
  })

  it.each(['x', '.', '....', `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}.zzz.AAAA`])(
    'is not %j, which we did not write',
    async (token) => {
      const refusal = await refusalOf(confirm(token))
      expect([refusal.code, refusal.message]).toEqual(['NOT_FOUND', expect.stringContaining('not complete')])
    },
  )

  it('is not the one that unsubscribes, nor one of another school', async () => {
    const email = await subscribed()
    expect(await codeOf(confirm(await tokenTo('unsubscribe', email)))).toBe('NOT_FOUND')
    const id = (await rowOf(email))?.id ?? ''
    const { NewsletterLinks } = await import('./links.ts')
    const foreign = new NewsletterLinks(new Uint8Array(32), 'http://x.test').unsubscribe(id)
    expect(await codeOf(unsubscribe(foreign.slice(foreign.indexOf('=') + 1)))).toBe('NOT_FOUND')
  })
})

describe('the link that unsubscribes', () => {
  it('deletes the address, answers the same as often as it is followed, and never expires', async () => {
    const email = await subscribed()
    const token = await tokenTo('unsubscribe', email)
    wait(3_650 * DAYS)
    expect(await unsubscribe(token)).toEqual({ unsubscribed: true })
    expect(await rowOf(email)).toBeUndefined()
    expect(await unsubscribe(token)).toEqual({ unsubscribed: true })
  })

  it('of an earlier subscription does not end a later one', async () => {
    const email = await subscribed()
    const token = await tokenTo('unsubscribe', email)
    await unsubscribe(token)
    await ask(email)
    await unsubscribe(token)
    expect(await rowOf(email)).toBeDefined()
  })

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'],
  ])('is in the headers of every mail, for a program that posts %s', async (type, body) => {
    const email = await subscribed()
    const [mail] = await mailsTo(email)
    if (!mail) throw new Error('no mail came')
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const url =
      /^<http:\/\/127\.0\.0\.1:3000(\/api\/newsletter\/\S+)>$/.exec(headerOf(mail, 'list-unsubscribe') ?? '')?.[1] ?? ''
    const answer = await school.visitor.request('POST', url, { headers: { 'content-type': type }, body })
    expect(answer.statusCode).toBe(200)
    expect(await rowOf(email)).toBeUndefined()
  })

  it('in the headers leads whoever opens it in a browser to the page, and ends nothing by itself', async () => {
    const email = await subscribed()
    const token = await tokenTo('unsubscribe', email)
    const answer = await school.visitor.request('GET', `/api/newsletter/one-click?token=${token}`)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `/newsletter/unsubscribe?token=${token}`])
    expect(await rowOf(email)).toBeDefined()
  })

  it('in the headers is refused where it is not ours, or has no token', async () => {
    expect((await school.visitor.request('POST', '/api/newsletter/one-click?token=x')).statusCode).toBe(404)
    expect((await school.visitor.request('POST', '/api/newsletter/one-click')).statusCode).toBe(400)
  })
})

describe('the pages without JavaScript', () => {
  const press = (form: string, token: string) =>
    school.visitor.request('POST', `/api/newsletter/forms/${form}?token=${token}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    })

  it('have a button each that confirms and unsubscribes, and lead to words that it is done', async () => {
    const email = newEmail()
    await ask(email)
    const confirmed = await press('confirm', await tokenTo('confirm', email))
    expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, '/newsletter/confirm?state=done'])
    expect((await rowOf(email))?.confirmedAt).toBeGreaterThan(0)
    const ended = await press('unsubscribe', await tokenTo('unsubscribe', email))
    expect([ended.statusCode, ended.headers.location]).toEqual([303, '/newsletter/unsubscribe?state=done'])
    expect(await rowOf(email)).toBeUndefined()
  })

  it.each(['confirm', 'unsubscribe'])('lead to words that it failed where the link to %s is wrong', async (form) => {
    const answer = await press(form, 'wrong')
    expect(answer.headers.location).toBe(`/newsletter/${form}?state=failed`)
  })
})

describe('what is logged', () => {
  it('has neither the address nor a link, also when a mail cannot be sent', async () => {
    const own = await schoolForThisTest({ SMTP_URL: 'smtp://127.0.0.1:9' })
    await own.visitor.call(api.subscribeToNewsletter, { body: { email: 'quiet@example.test' } })
    await own.work()
    expect(own.logged).toHaveLength(1)
    expect(own.logged.join()).not.toMatch(/quiet@|token/)
  })
})
