/** A school for tests: the real app on a migrated, empty database of its own. */
import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { inject, onTestFinished } from 'vitest'
import type { Role } from '../contract/users.ts'
import { makeUser, type UserRow } from '../demo/factories.ts'
import type { OpenDatabase } from '../server/database/database.ts'
import { EmbeddedPostgres, openPglite } from '../server/database/embedded.ts'
import { openPostgres } from '../server/database/postgres.ts'
import { builtPages } from '../server/pages/built.ts'
import { openSchool, type School } from '../server/school.ts'
import { readSettings } from '../server/settings.ts'
import { query } from './databases/postgres-server.ts'
import type {} from './databases/provided.ts'
import { type ReadMail, readMails } from './mails.ts'
import { Visitor } from './visitor.ts'

export const PUBLIC_URL = 'http://127.0.0.1:3000'

export interface TestSchool extends School {
  /** Somebody without a token. */
  visitor: Visitor
  /** A user of a role, with a token. */
  signedIn(role: Role, said?: Partial<UserRow>): Promise<Visitor & { user: UserRow }>
  /** Does every job that waits, once each. */
  work(): Promise<void>
  /** Does the jobs that wait, and answers all mails that have been written so far, oldest first. */
  mails(): Promise<ReadMail[]>
  /** Lines of the log at warn and above. */
  logged: string[]
}

/** Opens a school of its own; the caller closes it. Settings are those of a real school with sandbox cards. */
export async function openTestSchool(settings: Record<string, string> = {}): Promise<TestSchool> {
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  const dataDir = join(tmpdir(), `school-test-${randomBytes(8).toString('hex')}`)
  const read = readSettings({ DEMO: 'off', CARDS: 'sandbox', DATA_DIR: dataDir, ...settings })
  const school = await openSchool({
    settings: { ...read, publicUrl: read.publicUrl ?? PUBLIC_URL },
    secret: 'a secret for tests, of enough characters',
    database: await ownDatabase(),
    pages: await builtPages(),
    log,
  })
  school.parts.sandbox?.deliver(async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await school.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, body })).statusCode
  })
  const work = () => school.parts.jobs.doWaiting()
  return {
    ...school,
    visitor: new Visitor(school.app),
    logged,
    work,
    async mails() {
      await work()
      return readMails(dataDir)
    },
    async close() {
      await school.close()
      await rm(dataDir, { recursive: true, force: true })
    },
    async signedIn(role, said) {
      const user = await makeUser(school.parts.db, role, said)
      return Object.assign(new Visitor(school.app, await school.parts.tokens.issue(user.id)), { user })
    },
  }
}

/** A school for one test alone, closed when it ends. */
export async function schoolForThisTest(settings?: Record<string, string>): Promise<TestSchool> {
  const school = await openTestSchool(settings)
  onTestFinished(() => school.close())
  return school
}

/** A migrated, empty database for one test; the caller closes it. */
export async function ownDatabase(): Promise<OpenDatabase> {
  const provided = inject('database')
  if (provided.kind === 'embedded') {
    return openPglite(new EmbeddedPostgres({ loadDataDir: await openAsBlob(provided.snapshot) }))
  }
  const name = `school_${randomBytes(8).toString('hex')}`
  await query(provided.url, `create database ${name} template template_school`)
  const url = new URL(provided.url)
  url.pathname = name
  return openPostgres(url.href, () => {})
}
