import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeUser } from '../demo/factories.ts'
import { users } from '../server/domains/users/users.table.ts'
import { openEmbedded } from '../server/platform/database/embedded.ts'

const ROOT = join(import.meta.dirname, '..')
const EMAIL = 'first@example.test'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'school-make-admin-'))
  await withDatabase(({ db }) => makeUser(db, 'student', { email: EMAIL }))
}, 30_000)
afterAll(() => rm(dataDir, { recursive: true }))

async function withDatabase<T>(work: (database: Awaited<ReturnType<typeof openEmbedded>>) => Promise<T>): Promise<T> {
  const database = await openEmbedded(dataDir)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function makeAdmin(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', DATA_DIR: dataDir }
  const child = spawn('npm', ['run', '--silent', 'make-admin', '--', ...args], { cwd: ROOT, env })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'exit')
  return { code, output: (await output).join('').trim() }
}

/** The script starts Node, and PostgreSQL. */
const START_MS = 30_000

describe('npm run make-admin', () => {
  it('makes a registered user an admin, in any case of the e-mail, and says so', {
    timeout: START_MS,
  }, async () => {
    expect(await makeAdmin('First@Example.test')).toEqual({ code: 0, output: `${EMAIL} is now an admin.` })
    const [row] = await withDatabase(({ db }) => db.select().from(users).where(eq(users.email, EMAIL)))
    expect(row?.role).toBe('admin')
    expect(await makeAdmin(EMAIL)).toEqual({ code: 0, output: `${EMAIL} is already an admin.` })
  })

  it('makes the data folder private before it opens the database', { timeout: START_MS }, async () => {
    await chmod(dataDir, 0o755)
    await makeAdmin(EMAIL)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  })

  it('refuses an e-mail that is not registered, and prints its usage without one', { timeout: START_MS }, async () => {
    expect(await makeAdmin('nobody@example.test')).toEqual({
      code: 1,
      output: expect.stringContaining('No user is registered as nobody@example.test.'),
    })
    expect(await makeAdmin()).toEqual({ code: 1, output: expect.stringContaining('npm run make-admin -- ') })
  })

  it('refuses an e-mail that is not confirmed', { timeout: START_MS }, async () => {
    const email = 'unconfirmed@example.test'
    await withDatabase(({ db }) => makeUser(db, 'student', { email, identityId: 'an identity' }))
    expect(await makeAdmin(email)).toEqual({ code: 1, output: expect.stringContaining(`${email} is not confirmed.`) })
    const [row] = await withDatabase(({ db }) => db.select().from(users).where(eq(users.email, email)))
    expect(row?.role).toBe('student')
  })

  it('works while the server runs', { timeout: START_MS }, async () => {
    const email = 'second@example.test'
    await withDatabase(async ({ db }) => {
      await makeUser(db, 'student', { email })
      expect(await makeAdmin(email)).toEqual({ code: 0, output: `${email} is now an admin.` })
      const [row] = await db.select().from(users).where(eq(users.email, email))
      expect(row?.role).toBe('admin')
    })
  })
})
