import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Role } from '#contract/users.ts'
import { closeDemoLogins, openDemoLogin } from '#server/adapters/better-auth/demo-logins.ts'
import * as Identities from '#server/adapters/better-auth/identity.table.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { makeUser } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'
import { bind, claim, findOrCreate, unbind } from './identity-binding.ts'
import { users } from './users.table.ts'

const application = openForThisFile()

const rowById = async (id: string) => {
  const [row] = await application.services.db.select().from(users).where(eq(users.id, id))
  return row
}

const livingRows = async (email: string) =>
  (await application.services.db.select().from(users).where(eq(users.email, email))).filter(
    ({ deletedAt }) => !deletedAt,
  )

const confirm = (email: string) =>
  application.services.db.update(Identities.user).set({ emailVerified: true }).where(eq(Identities.user.email, email))

const readIdentityId = async (email: string) => {
  const [row] = await application.services.db.select().from(Identities.user).where(eq(Identities.user.email, email))
  return row?.id ?? ''
}

const createUser = (member: Member) =>
  member.prove('/api/users', { userInfo: { email: member.email, name: 'Mallory' } })

/** Creates a record of a role, and an unconfirmed identity that registered its e-mail. */
async function squatted(role: Role) {
  const record = await makeUser(application.services.db, role)
  return { record, member: await new Member(application, record.email).register() }
}

describe('a record that the exchange of a session has made', () => {
  const IMAGE = 'https://photos.example/ada.jpg'
  const complete = async (member: Member, name: string) =>
    (await member.prove('/api/users', { userInfo: { email: member.email, name, image: IMAGE } })).json().insertedId

  async function exchanged(email: string) {
    const member = await new Member(application, email).register()
    expect((await member.exchange()).statusCode).toBe(200)
    const [record] = await application.services.db.select().from(users).where(eq(users.email, email))
    return { member, id: record?.id ?? '' }
  }

  it('gets the name and image of the registration from the first POST /users, and from no later one', async () => {
    const { member, id } = await exchanged('late-name@example.test')
    expect(await complete(member, 'Ada')).toBe(id)
    expect(await rowById(id)).toMatchObject({ name: 'Ada', image: IMAGE })
    expect(await complete(member, 'Mallory')).toBeNull()
    expect(await rowById(id)).toMatchObject({ name: 'Ada' })
  })

  it('keeps a name that its owner has changed since', async () => {
    const { member, id } = await exchanged('renamed@example.test')
    await (await member.asVisitor()).call(api.changeProfile, {
      params: { email: member.email },
      body: { name: 'Nora', image: '' },
    })
    expect(await complete(member, 'Ada')).toBeNull()
    expect(await rowById(id)).toMatchObject({ name: 'Nora' })
  })

  it('is completed by its own identity only', async () => {
    const { id } = await exchanged('owner-of-record@example.test')
    const other = await new Member(application, 'another-identity@example.test').register()
    const body = { userInfo: { email: 'owner-of-record@example.test', name: 'Mallory', image: IMAGE } }
    expect((await other.prove('/api/users', body)).statusCode).toBe(401)
    expect(await rowById(id)).not.toMatchObject({ name: 'Mallory' })
  })
})

describe('a record without an identity', () => {
  it.each(['student', 'instructor', 'admin'] as const)(
    'gives an unconfirmed identity neither a token nor the role of the %s',
    async (role) => {
      const { record, member } = await squatted(role)
      const refused = await member.exchange()
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'EMAIL_NOT_CONFIRMED'])
      expect(refused.json()).not.toHaveProperty('jwtToken')
      expect(await rowById(record.id)).toEqual(record)
    },
  )

  it('is not changed by POST /users, before and after the e-mail is confirmed', async () => {
    const { record, member } = await squatted('admin')
    expect((await createUser(member)).json()).toEqual({ insertedId: null })
    expect((await member.exchange()).json().code).toBe('EMAIL_NOT_CONFIRMED')
    await confirm(record.email)
    expect((await createUser(member)).json()).toEqual({ insertedId: null })
    expect(await rowById(record.id)).toEqual(record)
  })

  it('is not deleted by an unconfirmed identity with its own password', async () => {
    const { record, member } = await squatted('instructor')
    const refused = await member.prove('/api/account/deletion', { password: PASSWORD })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'EMAIL_NOT_CONFIRMED'])
    expect(await rowById(record.id)).toEqual(record)
  })

  it.each(['instructor', 'admin'] as const)(
    'belongs to its owner once the e-mail of the %s is confirmed',
    async (role) => {
      const { record, member } = await squatted(role)
      expect((await member.exchange()).statusCode).toBe(409)
      const mails = await application.readEmails()
      const text = mails.find(({ to }) => to?.some(({ address }) => address === record.email))?.text ?? ''
      const token = /verify-email\?token=(\S+)/.exec(text)?.[1]
      expect((await member.identify('confirm-email', { token })).statusCode).toBe(200)
      const own = await (await member.asVisitor()).call(api.getUser, { params: { email: record.email } })
      expect(own).toMatchObject({ _id: record.id, role, name: 'Somebody' })
      expect(await rowById(record.id)).toMatchObject({ identityId: await readIdentityId(record.email) })
    },
  )

  it('is claimed once by concurrent exchanges', async () => {
    const { record, member } = await squatted('instructor')
    await confirm(record.email)
    const exchanged = await Promise.all([1, 2, 3, 4].map(() => member.exchange()))
    expect(exchanged.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(await livingRows(record.email)).toHaveLength(1)
  })

  it('is claimed by one of two confirmed identities at the same time, and the other is refused', async () => {
    const record = await makeUser(application.services.db, 'instructor')
    const identity = { ...application.services.identity, isOwn: async () => true }
    const claims = await Promise.allSettled(
      ['one', 'other'].map((id) =>
        claim({ ...application.services, identity }, proof(record.email, `${id} ${record.id}`)),
      ),
    )
    expect(claims.filter(({ status }) => status === 'fulfilled')).toEqual([{ status: 'fulfilled', value: record.id }])
    expect(claims.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'IDENTITY_CONFLICT' } })
  })

  it('is not bound by a claim that read it before another claim bound it', async () => {
    const { db } = application.services
    const record = await makeUser(db, 'instructor')
    await bind(db, record, `first ${record.id}`)
    await bind(db, record, `late ${record.id}`)
    const binding = { identityId: `first ${record.id}`, emailConfirmed: true, termsVersion: 1 }
    expect(await rowById(record.id)).toEqual({ ...record, ...binding })
  })
})

describe('a record with an identity', () => {
  it('is created by the first exchange, and needs no confirmed e-mail afterwards', async () => {
    const member = await new Member(application, 'first-binding@example.test').register()
    await Promise.all([member.exchange(), member.exchange(), createUser(member)])
    const rows = await livingRows(member.email)
    expect(rows).toMatchObject([{ role: 'student', identityId: await readIdentityId(member.email) }])
    expect((await member.exchange()).statusCode).toBe(200)
  })

  it('is refused to a second identity, confirmed or not, once the first one has confirmed the e-mail', async () => {
    const member = await new Member(application, 'bound@example.test').register()
    await confirm(member.email)
    await member.exchange()
    const [before] = await livingRows(member.email)
    for (const [emailConfirmed, code] of [
      [false, 'EMAIL_NOT_CONFIRMED'],
      [true, 'IDENTITY_CONFLICT'],
    ] as const) {
      const second = { ...proof(member.email, 'a second identity'), emailConfirmed }
      await expect(findOrCreate(application.services, second)).rejects.toMatchObject({ code })
    }
    expect(await livingRows(member.email)).toEqual([before])
  })

  it('passes to a new identity only when the first one is deleted and the e-mail is confirmed; old tokens end', async () => {
    const first = await new Member(application, 'again-bound@example.test').register()
    const visitor = await first.asVisitor()
    const [record] = await livingRows(first.email)
    await application.services.db.delete(Identities.user).where(eq(Identities.user.email, first.email))
    const second = await new Member(application, first.email).register()
    expect((await second.exchange()).json().code).toBe('EMAIL_NOT_CONFIRMED')
    expect(await livingRows(first.email)).toEqual([record])
    await confirm(first.email)
    const own = await (await second.asVisitor()).call(api.getUser, { params: { email: first.email } })
    expect(own._id).toBe(record?.id)
    await expect(visitor.call(api.getUser, { params: { email: first.email } })).rejects.toMatchObject({
      code: 'NOT_SIGNED_IN',
    })
  })

  it('is refused to an identity that already has a record under another e-mail', async () => {
    const { db } = application.services
    const own = await makeUser(db, 'student', { identityId: 'one identity' })
    const other = await makeUser(db, 'admin')
    await expect(findOrCreate(application.services, proof(other.email, 'one identity'))).rejects.toMatchObject({
      code: 'IDENTITY_CONFLICT',
    })
    await expect(
      findOrCreate(application.services, proof('unknown@example.test', 'one identity')),
    ).rejects.toMatchObject({
      code: 'IDENTITY_CONFLICT',
    })
    expect([await rowById(own.id), await rowById(other.id)]).toEqual([own, other])
  })
})

describe('the demo', () => {
  it('unbinds records that were claimed with an e-mail that only the demo provider confirmed', {
    timeout: 30_000,
  }, async () => {
    const own = await openForThisTest({ DEMO: 'on' })
    const { db } = own.services
    const record = await makeUser(db, 'instructor')
    const member = await new Member(own, record.email).register()
    const [identity] = await db.update(Identities.user).set({ emailVerified: true }).returning()
    const time = { createdAt: new Date(), updatedAt: new Date() }
    const connected = { ...time, id: 'x', accountId: 'x', providerId: 'demo', userId: identity?.id ?? '' }
    await db.insert(Identities.account).values(connected)
    const visitor = await member.asVisitor()
    await transaction(db, async (tx) => unbind(tx, await closeDemoLogins(tx)))
    await expect(visitor.call(api.getUser, { params: { email: record.email } })).rejects.toMatchObject({
      code: 'NOT_SIGNED_IN',
    })
    await member.signIn()
    expect((await member.exchange()).json().code).toBe('EMAIL_NOT_CONFIRMED')
  })

  it('does not return an identity that another person registered', async () => {
    const member = await new Member(application, 'demo-squatter@example.test').register()
    const login = { email: member.email, name: 'Demo', image: null, password: 'Demo@2019' }
    expect(await openDemoLogin(application.services.db, application.auth, login)).toBeNull()
  })
})

function proof(email: string, identityId: string) {
  return {
    email,
    identityId,
    emailConfirmed: true,
    name: '',
    image: null,
    signedInAt: Date.now(),
    network: '',
    sessionId: null,
    validSince: 0,
  }
}

describe('a record that waited for its owner, from an import for example', () => {
  async function register(name: string, record: { name: string; email: string }) {
    const { id } = await makeUser(application.services.db, 'student', record)
    const member = new Member(application, record.email)
    await member.identify('sign-up/email', { name, email: record.email, password: PASSWORD })
    await confirm(record.email)
    expect((await member.exchange()).statusCode).toBe(200)
    expect(await livingRows(record.email)).toHaveLength(1)
    return rowById(id)
  }

  it('has the name that its owner types, and that of the import where the owner types none', async () => {
    const typed = await register('Ada Lovelace', { name: 'LOVELACE A', email: 'typed-name@example.test' })
    expect(typed).toMatchObject({ name: 'Ada Lovelace', emailConfirmed: true })
    const blank = await register('', { name: 'Grace Hopper', email: 'no-name@example.test' })
    expect(blank).toMatchObject({ name: 'Grace Hopper', emailConfirmed: true })
  })
})
