import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import * as Identities from '#server/adapters/better-auth/identity.table.ts'
import { claim } from '#server/domains/users/identity-binding.ts'
import { users } from '#server/domains/users/users.table.ts'
import { must } from '#server/platform/app-error.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { openRestored, takeBackup } from '../../../testing/backups.ts'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'
import type { Visitor } from '../../../testing/visitor.ts'

const NEW_PASSWORD = 'Other@2020'

const application = openForThisFile()
let count = 0

const newMember = (at = application) => new Member(at, `feed${++count}@example.test`).register()
const renew = async (visitor: Visitor) => (await visitor.call(api.renewCalendarFeed)).feed_url
const readStatus = async (feedUrl: string, { visitor } = application) =>
  (await visitor.request('GET', new URL(feedUrl).pathname)).statusCode

async function readToken(email: string, page: 'verify-email' | 'reset-password'): Promise<string> {
  const emails = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === email)
  return new RegExp(`${page}[?]token=([\\w-]+)`).exec(emails.map(({ text }) => text).join())?.[1] ?? ''
}

const changePassword = (member: Member) =>
  member.identify('change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })

/** Signs in to an account, whose profile must show no feed. Returns the address of a new one. */
async function renewAfterSignIn({ email }: Member, password: string): Promise<string> {
  const owner = new Member(application, email)
  await owner.signIn(password)
  const visitor = await owner.asVisitor()
  expect((await visitor.call(api.getCalendarSettings)).feed_url).toBeNull()
  return renew(visitor)
}

describe('a calendar feed ends', () => {
  it('with a new password; the profile then shows none, and a new one can be made', async () => {
    const member = await newMember()
    const feed = await renew(await member.asVisitor())
    expect(await readStatus(feed)).toBe(200)
    expect((await changePassword(member)).statusCode).toBe(200)
    expect(await readStatus(feed)).toBe(404)
    expect(await readStatus(await renewAfterSignIn(member, NEW_PASSWORD))).toBe(200)
  })

  it('when the owner of the address takes the account by a new password', async () => {
    const stranger = await newMember()
    const feed = await renew(await stranger.asVisitor())
    const owner = new Member(application, stranger.email)
    await owner.identify('request-password-reset', { email: owner.email })
    const token = await readToken(owner.email, 'reset-password')
    await owner.identify('reset-password', { token, newPassword: NEW_PASSWORD })
    expect(await readStatus(feed)).toBe(404)
    expect(await readStatus(await renewAfterSignIn(owner, NEW_PASSWORD))).toBe(200)
  })

  it('when the address is confirmed, and one that was made since does not', async () => {
    const member = await newMember()
    const feed = await renew(await member.asVisitor())
    await member.identify('confirm-email', { token: await readToken(member.email, 'verify-email') })
    expect(await readStatus(feed)).toBe(404)
    const renewed = await renewAfterSignIn(member, PASSWORD)
    await member.identify('update-user', { name: 'Ada' })
    expect(await readStatus(renewed)).toBe(200)
  })

  it('when the record passes to another identity, or its provider revokes sign-ins', async () => {
    const { db } = application.services
    for (const change of ['another identity', 'revoked'] as const) {
      const member = await newMember()
      const visitor = await member.asVisitor()
      await db.update(users).set({ emailConfirmed: true }).where(eq(users.email, member.email))
      const feed = await renew(visitor)
      const [record] = await db.select().from(users).where(eq(users.email, member.email))
      const isRevoked = change === 'revoked'
      if (!isRevoked) await db.delete(Identities.user).where(eq(Identities.user.email, member.email))
      const identityId = isRevoked ? must(must(record).identityId) : change
      const session = { sessionId: null, signedInAt: Date.now(), validSince: isRevoked ? Date.now() : 0 }
      const person = { name: '', image: null, network: '', email: member.email, emailConfirmed: true }
      expect(await claim(application.services, { ...person, ...session, identityId })).toBe(record?.id)
      expect([change, await readStatus(feed)]).toEqual([change, 404])
    }
  })
})

it('a restored school has the calendar feeds that worked, and no others', async () => {
  const original = await openForThisTest()
  const [member, other] = [await newMember(original), await newMember(original)]
  const [feed, ended] = [await renew(await member.asVisitor()), await renew(await other.asVisitor())]
  await changePassword(other)
  const restored = await openRestored((await takeBackup(original)).path)
  expect([await readStatus(feed, restored), await readStatus(ended, restored)]).toEqual([200, 404])
}, 60_000)

it('feeds from before the upgrade go on, and those of unconfirmed users end with the confirmation', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    34,
    async (db) => {
      for (const isConfirmed of [true, false])
        await db.execute(
          sql`with owner as (insert into users (email, name, created_at, tokens_from, email_confirmed)
            values (${`${isConfirmed}@example.test`}, '', 1, 1, ${isConfirmed}) returning id)
            insert into calendars (user_id, feed_id) select id, gen_random_uuid() from owner`,
        )
    },
    async (db) => {
      const { rows } = (await db.execute(
        sql`select email_confirmed, feed_confirmed, feed_created_at > tokens_from as lives
          from calendars join users on users.id = user_id order by email_confirmed`,
      )) as { rows: unknown[] }
      const lives = { lives: true }
      expect(rows).toEqual([
        { ...lives, email_confirmed: false, feed_confirmed: false },
        { ...lives, email_confirmed: true, feed_confirmed: true },
      ])
    },
  )
})
