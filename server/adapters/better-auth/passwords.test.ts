import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { SCRYPT } from './hashing.ts'
import { account, user } from './identity.table.ts'

const OTHER_PASSWORD = 'Other@2020'

/** Twenty passwords take a tenth of a second each, one after the other. */
const GUESSES_MS = 30_000

const application = openForThisFile()

const readStatus = async (response: Promise<{ statusCode: number }>) => (await response).statusCode

async function emailsTo(address: string) {
  return (await application.readEmails()).filter((mail) => mail.to?.[0]?.address === address)
}

/** Returns the token of the reset link in the e-mails to an address. */
async function tokenIn(to: string): Promise<string> {
  const texts = (await emailsTo(to)).map(({ text }) => text ?? '')
  return texts.map((text) => /reset-password\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
}

describe('guessing passwords', () => {
  it(
    'from one IP is refused from the 21st on; the owner can sign in from another IP, and others from that one',
    async () => {
      const owner = await new Member(application, 'guessed@example.test', '198.51.100.7').register()
      const thief = new Member(application, owner.email, '203.0.113.1')
      const neighbour = await new Member(application, 'neighbour@example.test', '203.0.113.1').register()
      for (let guess = 1; guess <= 20; guess++) expect(await readStatus(thief.signIn(`Wrong@${guess}`))).toBe(401)
      const last = await thief.signIn('Wrong@21')
      expect([last.statusCode, last.json().code]).toEqual([429, 'TOO_MANY_REQUESTS'])
      expect(Number(last.headers['retry-after'])).toBeGreaterThan(500)
      expect(await readStatus(thief.signIn(PASSWORD))).toBe(429)
      expect(await readStatus(owner.signIn())).toBe(200)
      expect(await readStatus(neighbour.signIn())).toBe(200)
    },
    GUESSES_MS,
  )

  it(
    'is not made easier by forwarding headers or concurrent requests',
    async () => {
      const { email } = await new Member(application, 'spoofed@example.test', '198.51.100.8').register()
      const guess = (n: number) =>
        new Member(application, email, '203.0.113.2').identify(
          'sign-in/email',
          { email, password: `Wrong@${n}` },
          { 'x-forwarded-for': `192.0.2.${n}`, 'x-client-address': `192.0.2.${n}`, forwarded: `for=192.0.2.${n}` },
        )
      const responses = await Promise.all(Array.from({ length: 25 }, (_, n) => readStatus(guess(n))))
      expect(responses.filter((status) => status === 429)).toHaveLength(5)
    },
    GUESSES_MS,
  )

  it(
    'from many IPs slows further attempts for that account down, without locking it',
    async () => {
      const owner = await new Member(application, 'slowed@example.test', '198.51.100.9').register()
      const time = async (who: Member, password?: string) => {
        const before = performance.now()
        expect((await who.signIn(password)).statusCode).toBe(password ? 401 : 200)
        return performance.now() - before
      }
      for (let n = 1; n <= 24; n++)
        await readStatus(new Member(application, owner.email, `203.0.113.${n}`).signIn('Wrong@1'))
      expect(await time(new Member(application, owner.email, '203.0.113.200'), 'Wrong@1')).toBeGreaterThan(1_250)
      expect(await time(owner)).toBeGreaterThan(1_500)
    },
    GUESSES_MS,
  )

  it('gets the same response for an unknown account, and is counted too', async () => {
    const registered = await new Member(application, 'known@example.test').register()
    const wrong = await new Member(application, registered.email).signIn('Wrong@2019')
    const unknown = await new Member(application, 'unknown@example.test').signIn('Wrong@2019')
    expect(unknown.json()).toEqual(wrong.json())
    for (const email of [registered.email, 'unknown@example.test'])
      expect((await application.rateLimiter.readCount('wrong password', email)).times).toBe(1)
  })

  it('takes as long for an unknown account, because the password is hashed too', async () => {
    const own = await openForThisTest({}, { passwordHash: SCRYPT })
    const registered = await new Member(own, 'clocked@example.test').register()
    const time = async (email: string) => {
      const before = performance.now()
      expect(await readStatus(new Member(own, email).signIn('Wrong@2019'))).toBe(401)
      return performance.now() - before
    }
    const [registeredTimes, unknownTimes]: [number[], number[]] = [[], []]
    for (let n = 1; n <= 5; n++) {
      registeredTimes.push(await time(registered.email))
      unknownTimes.push(await time('unclocked@example.test'))
    }
    expect(Math.min(...unknownTimes)).toBeGreaterThan(Math.min(...registeredTimes) / 3)
  })

  it('is stored as a salted scrypt hash', async () => {
    const own = await openForThisTest({}, { passwordHash: SCRYPT })
    for (const name of ['first', 'second']) await new Member(own, `${name}@example.test`).register()
    const rows = await own.services.db.select({ hash: account.password }).from(account)
    expect(rows.map(({ hash }) => hash)).toEqual(rows.map(() => expect.stringMatching(/^[0-9a-f]{32}:[0-9a-f]{128}$/)))
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2)
  })

  it('allows a classroom behind one IP: sixty sign-ins a minute, and then 429', async () => {
    const pupil = new Member(application, 'no-address', '203.0.113.77')
    const responses: number[] = []
    for (let n = 1; n <= 61; n++) responses.push(await readStatus(pupil.signIn()))
    expect(responses.filter((status) => status !== 400)).toEqual([429])
    const refusal = await pupil.signIn()
    expect(refusal.headers['retry-after']).toMatch(/^\d+$/)
    expect(refusal.json().message).toMatch(/^Too many attempts\. Try again in (a second|\d+ seconds)\.$/)
  })
})

describe('a forgotten password', () => {
  const ask = (email: string) => new Member(application, email).identify('request-password-reset', { email })
  const reset = (token: string, newPassword: string) =>
    new Member(application, '').identify('reset-password', { token, newPassword })

  it('is replaced by the link of an e-mail, once; sessions and tokens end, and the owner is informed', async () => {
    const member = await new Member(application, 'forgot@example.test').register()
    const visitor = await member.asVisitor()
    await ask('FORGOT@example.test')
    const token = await tokenIn(member.email)
    expect(await readStatus(reset(token, 'weak'))).toBe(400)
    expect(await readStatus(reset(token, OTHER_PASSWORD))).toBe(200)
    expect((await reset(token, PASSWORD)).json()).toMatchObject({ statusCode: 400, code: 'INVALID_TOKEN' })
    expect(await readStatus(member.exchange())).toBe(401)
    expect(await catchCode(visitor.call(api.listPayments, { query: { email: member.email } }))).toBe('NOT_SIGNED_IN')
    expect(await readStatus(member.signIn(PASSWORD))).toBe(401)
    expect(await readStatus(member.signIn(OTHER_PASSWORD))).toBe(200)
    const subjects = (await emailsTo(member.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your password at Photography School has changed')
  })

  it('of an unknown e-mail gets the same response and the same work, and no e-mail', async () => {
    const member = await new Member(application, 'timed@example.test').register()
    await application.runJobs()
    const { verification } = await import('./identity.table.ts')
    const links = () => application.services.db.select().from(verification)
    const linksBefore = await links()
    const [registered, unknown] = [await ask(member.email), await ask('untimed@example.test')]
    expect([unknown.statusCode, unknown.body]).toEqual([registered.statusCode, registered.body])
    expect(await links()).toEqual(linksBefore)
    const before = (await application.readEmails()).length
    await application.runJobs()
    expect((await application.readEmails()).length - before).toBe(0)
    expect(await emailsTo('untimed@example.test')).toEqual([])
  })

  it('causes at most three e-mails an hour to one address, without an error', async () => {
    const member = await new Member(application, 'flooded@example.test').register()
    for (let n = 1; n <= 5; n++) expect(await readStatus(ask(member.email))).toBe(200)
    const emails = await emailsTo(member.email)
    expect(emails.filter(({ subject }) => subject?.startsWith('A new password'))).toHaveLength(3)
  })

  it('is refused with an invented or expired link', async () => {
    expect((await reset('made-up', OTHER_PASSWORD)).json().code).toBe('INVALID_TOKEN')
    const member = await new Member(application, 'late@example.test').register()
    await ask(member.email)
    const token = await tokenIn(member.email)
    const { verification } = await import('./identity.table.ts')
    await application.services.db.update(verification).set({ expiresAt: new Date(Date.now() - 1000) })
    expect((await reset(token, OTHER_PASSWORD)).json().code).toBe('INVALID_TOKEN')
    expect(await readStatus(member.signIn())).toBe(200)
  })

  it('that the owner of the mailbox replaces locks out the person who registered the address first', async () => {
    const squatter = await new Member(application, 'squatted@example.test').register()
    const { db } = application.services
    const [row] = await db.select().from(user).where(eq(user.email, squatter.email))
    const now = { createdAt: new Date(), updatedAt: new Date() }
    const tied = { id: 'tied', accountId: 'the squatter’s', providerId: 'oidc', userId: row?.id ?? '', ...now }
    await db.insert(account).values(tied)
    await ask(squatter.email)
    expect(await readStatus(reset(await tokenIn(squatter.email), OTHER_PASSWORD))).toBe(200)
    expect(await readStatus(squatter.exchange())).toBe(401)
    const left = await db
      .select()
      .from(account)
      .where(eq(account.userId, row?.id ?? ''))
    expect(left.map(({ providerId }) => providerId)).toEqual(['credential'])
    const [owner] = await db.select().from(user).where(eq(user.email, squatter.email))
    expect(owner?.emailVerified).toBe(true)
  })

  it('is stored only as a hash of its link', async () => {
    const member = await new Member(application, 'hashed@example.test').register()
    await ask(member.email)
    const token = await tokenIn(member.email)
    const { verification } = await import('./identity.table.ts')
    expect(JSON.stringify(await application.services.db.select().from(verification))).not.toContain(token)
  })
})

describe('changing the password', () => {
  const change = (who: Member, currentPassword: string, newPassword: string) =>
    who.identify('change-password', { currentPassword, newPassword })

  it('ends all other sessions and every token, and keeps this session', async () => {
    const here = await new Member(application, 'change@example.test').register()
    const there = new Member(application, here.email)
    await there.signIn()
    const [visitorHere, visitorThere] = [await here.asVisitor(), await there.asVisitor()]
    expect(await readStatus(change(here, PASSWORD, OTHER_PASSWORD))).toBe(200)
    for (const visitor of [visitorHere, visitorThere])
      expect(await catchCode(visitor.call(api.listPayments, { query: { email: here.email } }))).toBe('NOT_SIGNED_IN')
    expect(await readStatus(there.exchange())).toBe(401)
    expect(await (await here.asVisitor()).call(api.listPayments, { query: { email: here.email } })).toEqual([])
  })

  it('ends the reset and confirmation links that were e-mailed before', async () => {
    const member = await new Member(application, 'linked@example.test').register()
    await member.identify('request-password-reset', { email: member.email })
    const texts = (await emailsTo(member.email)).map(({ text }) => text).join()
    const confirmation = /verify-email\?token=([\w-]+)/.exec(texts)?.[1]
    const reset = await tokenIn(member.email)
    expect(await readStatus(change(member, PASSWORD, OTHER_PASSWORD))).toBe(200)
    const outcomes = [
      await member.identify('reset-password', { token: reset, newPassword: PASSWORD }),
      await member.identify('confirm-email', { token: confirmation }),
    ]
    expect([confirmation, reset]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)])
    expect(outcomes.map((response) => response.json().code)).toEqual(['INVALID_TOKEN', 'INVALID_TOKEN'])
    expect(await readStatus(new Member(application, member.email).signIn(OTHER_PASSWORD))).toBe(200)
  })

  it('requires the current password, and a new one that follows the rules', async () => {
    const member = await new Member(application, 'stubborn@example.test').register()
    expect((await change(member, 'Wrong@2019', OTHER_PASSWORD)).json().code).toBe('INVALID_PASSWORD')
    expect((await change(member, PASSWORD, 'nocapital@1')).json().message).toBe(
      'Password should, one capital letter, and one special character',
    )
    expect(await readStatus(change(new Member(application, ''), PASSWORD, OTHER_PASSWORD))).toBe(401)
    expect(await readStatus(member.signIn())).toBe(200)
  })

  it(
    'does not allow guessing it with a stolen session',
    async () => {
      const member = await new Member(application, 'stolen@example.test', '203.0.113.50').register()
      for (let n = 1; n <= 20; n++) expect(await readStatus(change(member, `Wrong@${n}`, OTHER_PASSWORD))).toBe(400)
      expect(await readStatus(change(member, PASSWORD, OTHER_PASSWORD))).toBe(429)
    },
    GUESSES_MS,
  )
})
