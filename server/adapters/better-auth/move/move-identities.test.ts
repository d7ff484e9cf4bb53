import { scryptSync } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { users } from '#server/domains/users/users.table.ts'
import { openForThisFile } from '../../../../testing/application.ts'
import { Member, PASSWORD } from '../../../../testing/member.ts'
import { SCRYPT } from '../hashing.ts'
import { account, user } from '../identity.table.ts'
import { exportIdentities } from './export-identities.ts'
import { HashConfig, toStoredHash } from './firebase-scrypt.ts'
import { FirebaseUsers, HASH_OPTIONS } from './firebase-users.ts'
import { importIdentities } from './import-identities.ts'

/** The example of https://github.com/firebase/scrypt#sample-data */
const SAMPLE = {
  config: {
    algorithm: 'SCRYPT' as const,
    base64_signer_key: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
    base64_salt_separator: 'Bw==',
    rounds: 8,
    mem_cost: 14,
  },
  salt: '42xEC+ixf3L2lw==',
  password: 'user1password',
  hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
}
const SAMPLE_USER = { localId: 'uid-of-firebase', passwordHash: SAMPLE.hash, salt: SAMPLE.salt, emailVerified: true }

const application = openForThisFile({}, { passwordHash: SCRYPT })

const parse = (file: object) => FirebaseUsers.parse(JSON.parse(JSON.stringify(file))).users

describe('accounts that move to Firebase', () => {
  it('keep their ids and passwords: Firebase computes the same hash from the printed options', async () => {
    const member = await new Member(application, 'moving@example.test').register()
    await member.asVisitor()
    const { users: exported, withoutSignIn } = await exportIdentities(application.services.db)
    const moved = exported.find(({ email }) => email === member.email)
    const [record] = await application.services.db.select().from(users).where(eq(users.email, member.email))
    expect(moved).toMatchObject({ localId: record?.identityId, emailVerified: false, displayName: 'Somebody' })
    expect(withoutSignIn).toBe(0)
    const option = (name: string) => Number(new RegExp(`--${name}=(\\d+)`).exec(HASH_OPTIONS)?.[1])
    const [N, r, p] = [option('mem-cost'), option('block-size'), option('parallelization')]
    const salt = Buffer.from(moved?.salt ?? '', 'base64')
    const key = scryptSync(PASSWORD, salt, option('dk-len'), { N, r, p, maxmem: 256 * N * r })
    expect(moved?.passwordHash).toBe(key.toString('base64'))
  })

  it('are not those of the demo, and are counted where their sign-in or second factor stays behind', async () => {
    const { db } = application.services
    const times = { createdAt: new Date(), updatedAt: new Date() }
    const base = { ...times, name: 'A', emailVerified: true }
    await db.insert(user).values([
      { ...base, id: 'demo', email: 'a@demo.school', demo: true },
      { ...base, id: 'oidc', email: 'oidc@example.test', twoFactorEnabled: true },
      { ...base, id: 'google', email: 'google@example.test' },
    ])
    await db.insert(account).values([
      { ...times, id: 'a', accountId: 'sub', providerId: 'oidc', userId: 'oidc' },
      { ...times, id: 'b', accountId: '1234', providerId: 'google', userId: 'google' },
    ])
    const { users: exported, withoutSignIn, withSecondFactor } = await exportIdentities(db)
    expect(exported.map(({ localId }) => localId)).not.toContain('demo')
    expect(exported.find(({ localId }) => localId === 'google')?.providerUserInfo).toEqual([
      { providerId: 'google.com', rawId: '1234' },
    ])
    expect([withoutSignIn, withSecondFactor]).toEqual([1, 1])
  })
})

describe('accounts that come from Firebase', () => {
  it('keep their ids and passwords', async () => {
    const { db } = application.services
    const email = 'coming@example.test'
    const file = { users: [{ ...SAMPLE_USER, email, displayName: 'Vera', createdAt: '1700000000000' }] }
    expect(await importIdentities(db, parse(file), SAMPLE.config)).toEqual({ imported: 1, skipped: 0 })
    const member = new Member(application, email)
    expect((await member.signIn('user1passwore')).statusCode).toBe(401)
    expect((await member.signIn(SAMPLE.password)).statusCode).toBe(200)
    const [stored] = await db.select().from(user).where(eq(user.email, email))
    expect(stored).toMatchObject({ id: SAMPLE_USER.localId, emailVerified: true, name: 'Vera' })
  })

  it('are read in the URL-safe alphabet of the export as well', async () => {
    const safe = SAMPLE.hash.replaceAll('+', '-').replaceAll('/', '_')
    const stored = toStoredHash(safe, SAMPLE.salt.replaceAll('+', '-'), SAMPLE.config)
    expect(await SCRYPT.verify({ hash: stored, password: SAMPLE.password })).toBe(true)
    expect(await SCRYPT.verify({ hash: stored, password: '' })).toBe(false)
  })

  it('take no account that exists, and none that is disabled or has no e-mail', async () => {
    const { db } = application.services
    const member = await new Member(application, 'here@example.test').register()
    const file = [
      { ...SAMPLE_USER, localId: 'x1', email: 'HERE@example.test' },
      { ...SAMPLE_USER, localId: 'x2', email: 'disabled@example.test', disabled: true },
      { ...SAMPLE_USER, localId: 'x3' },
    ]
    expect(await importIdentities(db, parse({ users: file }), SAMPLE.config)).toEqual({ imported: 0, skipped: 3 })
    expect((await member.signIn(SAMPLE.password)).statusCode).toBe(401)
    expect((await member.signIn()).statusCode).toBe(200)
  })

  it('need parameters that fit, and leave our own hashes as they are', async () => {
    expect(HashConfig.safeParse({ ...SAMPLE.config, algorithm: 'BCRYPT' }).success).toBe(false)
    expect(HashConfig.safeParse({ ...SAMPLE.config, mem_cost: 30 }).success).toBe(false)
    expect(await SCRYPT.verify({ hash: await hashPassword(PASSWORD), password: PASSWORD })).toBe(true)
  })
})
