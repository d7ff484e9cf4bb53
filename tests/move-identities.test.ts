import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCRYPT } from '../server/adapters/better-auth/hashing.ts'
import { account, CREDENTIAL, user } from '../server/adapters/better-auth/identity.table.ts'
import { openEmbedded } from '../server/platform/database/embedded.ts'
import { runScript, SCRIPT_TIMEOUT_MS } from '../testing/npm-script.ts'

const EMAIL = 'vera@example.test'

/** The example of https://github.com/firebase/scrypt#sample-data */
const PARAMETERS = {
  algorithm: 'SCRYPT',
  base64_signer_key: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  base64_salt_separator: 'Bw==',
  rounds: 8,
  mem_cost: 14,
}
const FROM_FIREBASE = {
  localId: 'uid-of-firebase',
  email: EMAIL,
  emailVerified: true,
  passwordHash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  salt: '42xEC+ixf3L2lw==',
}

let folder: string
const fileIn = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'school-move-'))
  const times = { createdAt: new Date(), updatedAt: new Date() }
  await withDatabase(async ({ db }) => {
    await db.insert(user).values({ ...times, id: 'ours', name: 'Nora', email: 'nora@example.test' })
    const password = await SCRYPT.hash('Secret@2019')
    await db
      .insert(account)
      .values({ ...times, id: 'a', accountId: 'ours', providerId: CREDENTIAL, userId: 'ours', password })
  })
  await writeFile(fileIn('users.json'), JSON.stringify({ users: [FROM_FIREBASE] }))
  await writeFile(fileIn('hash.json'), JSON.stringify(PARAMETERS))
}, SCRIPT_TIMEOUT_MS)
afterAll(() => rm(folder, { recursive: true }))

async function withDatabase<T>(work: (database: Awaited<ReturnType<typeof openEmbedded>>) => Promise<T>): Promise<T> {
  const database = await openEmbedded(fileIn('data'))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const move = (...args: string[]) =>
  runScript(['move-identities', ...args], { DATA_DIR: fileIn('data'), INIT_CWD: folder, LOG_LEVEL: 'silent' })

describe('npm run move-identities', () => {
  it('exports the accounts to a new file for this user alone, and prints the command of Firebase', {
    timeout: 2 * SCRIPT_TIMEOUT_MS,
  }, async () => {
    const { code, output } = await move('export', fileIn('ours.json'))
    expect([code, output]).toEqual([0, expect.stringContaining('1 accounts. It has password hashes: delete it')])
    expect(output).toContain('--hash-algo=STANDARD_SCRYPT')
    const { users } = JSON.parse(await readFile(fileIn('ours.json'), 'utf8'))
    expect(users).toMatchObject([{ localId: 'ours', email: 'nora@example.test', passwordHash: expect.any(String) }])
    expect((await stat(fileIn('ours.json'))).mode & 0o777).toBe(0o600)
    expect(await move('export', fileIn('ours.json'))).toEqual({
      code: 1,
      output: expect.stringContaining('exists already'),
    })
  })

  it('imports a file of Firebase, whose passwords verify, once', { timeout: 2 * SCRIPT_TIMEOUT_MS }, async () => {
    const imported = await move('import', fileIn('users.json'), fileIn('hash.json'))
    expect(imported).toEqual({ code: 0, output: expect.stringContaining('Imported 1 accounts, skipped 0') })
    const [stored] = await withDatabase(({ db }) =>
      db.select().from(account).where(eq(account.userId, FROM_FIREBASE.localId)),
    )
    expect(await SCRYPT.verify({ hash: stored?.password ?? '', password: 'user1password' })).toBe(true)
    expect(await SCRYPT.verify({ hash: stored?.password ?? '', password: 'user1passwore' })).toBe(false)
    const again = await move('import', fileIn('users.json'), fileIn('hash.json'))
    expect(again.output).toContain('Imported 0 accounts, skipped 1')
  })

  it('refuses files that it cannot read, and prints its usage', { timeout: 3 * SCRIPT_TIMEOUT_MS }, async () => {
    const refused = (text: string) => ({ code: 1, output: expect.stringContaining(text) })
    expect(await move('import', fileIn('hash.json'), fileIn('hash.json'))).toEqual(refused('is not a file of firebase'))
    expect(await move('import', fileIn('users.json'), fileIn('users.json'))).toEqual(refused('hash parameters'))
    expect(await move('delete')).toEqual(refused('Usage: npm run move-identities'))
  })
})
