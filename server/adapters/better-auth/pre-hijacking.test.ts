import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { must } from '#server/platform/app-error.ts'
import type { TestApplication } from '../../../testing/application.ts'
import { Crawler } from '../../../testing/crawler.ts'
import { openListening, readAction, readSessionUser, signInWithProvider } from '../../../testing/provider-sign-in.ts'
import { generateCode } from '../../../testing/totp.ts'
import { knownDevice, twoFactor, user } from './identity.table.ts'

const ATTACKERS_PASSWORD = 'Secret@2019'
const VICTIMS_PASSWORD = 'Other@2020'

let application: TestApplication
beforeAll(async () => {
  application = await openListening({ DEMO: 'on' })
})
afterAll(() => application.close())

const post = (who: Crawler, path: string, body: object) =>
  who.post(`${application.settings.publicUrl}/api/${path}`, body as Record<string, string>, { json: true })

/** Returns the page of the provider that connects it to the account of a session. */
async function beginToConnect(who: Crawler) {
  const body = { provider: 'demo', callbackURL: '/dashboard/profile' }
  const { url } = JSON.parse((await post(who, 'auth/link-social', body)).text)
  return who.get(url)
}

async function readToken(email: string, page: 'verify-email' | 'reset-password'): Promise<string> {
  const emails = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === email)
  const texts = emails.map(({ text }) => text).join()
  return new RegExp(`${page}[?]token=([\\w-]+)`).exec(texts)?.[1] ?? ''
}

/** Registers the victim's e-mail as the attacker. The connected provider has the same e-mail, which the demo's lets anyone choose. */
async function hijack(email: string) {
  const attacker = new Crawler()
  await post(attacker, 'auth/sign-up/email', { name: '', email, password: ATTACKERS_PASSWORD })
  return attacker
}

async function resetPassword(victim: Crawler, email: string): Promise<void> {
  await post(victim, 'auth/request-password-reset', { email })
  const token = await readToken(email, 'reset-password')
  expect((await post(victim, 'auth/reset-password', { token, newPassword: VICTIMS_PASSWORD })).status).toBe(200)
  const signedIn = await post(victim, 'auth/sign-in/email', { email, password: VICTIMS_PASSWORD })
  expect(signedIn.status).toBe(200)
}

it('who opens the link of an account that another person registered does not confirm it for them', async () => {
  const email = 'opens-the-link@third.test'
  const attacker = await hijack(email)
  const opened = await post(new Crawler(), 'auth/confirm-email', { token: await readToken(email, 'verify-email') })
  expect([opened.status, JSON.parse(opened.text).code]).toEqual([403, 'LOG_IN_TO_CONFIRM'])
  expect(await readSessionUser(application, attacker)).toMatchObject({ emailVerified: false })
})

it('a reset password ends what the attacker has connected, signed in and begun', async () => {
  const email = 'pre-hijacked@third.test'
  const attacker = await hijack(email)
  const { jwtToken } = JSON.parse((await post(attacker, 'jwt', { email })).text)
  const begun = await beginToConnect(attacker)
  await resetPassword(new Crawler(), email)
  expect(await readSessionUser(application, attacker)).toBeNull()
  const headers = { authorization: `Bearer ${jwtToken}` }
  expect((await application.visitor.request('GET', `/api/user/${email}`, { headers })).statusCode).toBe(401)
  // The connection that was begun before does not outlast the reset.
  await attacker.post(readAction(begun), { Email: email, Name: 'Thief' })
  const { who, outcome } = await signInWithProvider(application, email, 'Thief')
  expect([outcome.error?.code, await readSessionUser(application, who)]).toEqual(['account_not_linked', null])
  expect(await application.services.db.select().from(user)).toContainEqual(
    expect.objectContaining({ email, emailVerified: true }),
  )
})

it('a reset password turns off the second factor of who registered the address, and forgets their browser', async () => {
  const email = 'locked-out@third.test'
  const attacker = await hijack(email)
  const enabled = await post(attacker, 'auth/two-factor/enable', { password: ATTACKERS_PASSWORD })
  const code = generateCode(JSON.parse(enabled.text).totpURI)
  expect((await post(attacker, 'auth/two-factor/verify-totp', { code })).status).toBe(200)
  const victim = new Crawler()
  await resetPassword(victim, email)
  expect(await readSessionUser(application, victim)).toMatchObject({ email, twoFactorEnabled: false })
  const { db, identity } = application.services
  const [owner] = await db.select().from(user).where(eq(user.email, email))
  const isOwn = eq(knownDevice.userId, must(owner).id)
  expect(await identity.hasSecondFactor(must(owner).id)).toBe(false)
  expect(await db.select().from(twoFactor)).toEqual([])
  // The one in which the owner has signed in since.
  expect(await db.select().from(knownDevice).where(isOwn)).toHaveLength(1)
})
