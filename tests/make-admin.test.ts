import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeUser } from '../demo/factories.ts'
import { openEmbedded } from '../server/database/embedded.ts'
import { users } from '../server/users/users.table.ts'

const ROOT = join(import.meta.dirname, '..')
const EMAIL = 'first@example.test'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'school-make-admin-'))
  await inSchool(({ db }) => makeUser(db, 'student', { email: EMAIL }))
}, 30_000)
afterAll(() => rm(dataDir, { recursive: true }))

async function inSchool<T>(work: (database: Awaited<ReturnType<typeof openEmbedded>>) => Promise<T>): Promise<T> {
  const database = await openEmbedded(dataDir)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function makeAdmin(...args: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', DATA_DIR: dataDir }
  const child = spawn('npm', ['run', '--silent', 'make-admin', '--', ...args], { cwd: ROOT, env })
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'exit')
  return { code, said: (await said).join('').trim() }
}

/** The script starts Node, and the embedded database in it. */
const START_MS = 30_000

describe('npm run make-admin', () => {
  it('makes a registered user an admin, whatever the case of the address, and says so', {
    timeout: START_MS,
  }, async () => {
    expect(await makeAdmin('First@Example.test')).toEqual({ code: 0, said: `${EMAIL} is an admin now.` })
    const [row] = await inSchool(({ db }) => db.select().from(users).where(eq(users.email, EMAIL)))
    expect(row?.role).toBe('admin')
    expect(await makeAdmin(EMAIL)).toEqual({ code: 0, said: `${EMAIL} is an admin already.` })
  })

  it('refuses whoever is not registered, and asks for whom where nobody is named', { timeout: START_MS }, async () => {
    expect(await makeAdmin('nobody@example.test')).toEqual({
      code: 1,
      said: expect.stringContaining('Nobody is registered as nobody@example.test.'),
    })
    expect(await makeAdmin()).toEqual({ code: 1, said: expect.stringContaining('npm run make-admin -- ') })
  })

  it('says that the school must be closed first, where its database is embedded', { timeout: START_MS }, async () => {
    const { code, said } = await inSchool(() => makeAdmin(EMAIL))
    expect([code, said]).toEqual([1, expect.stringMatching(/another process/)])
  })
})
