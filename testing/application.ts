/** The application for tests: the real one on a migrated, empty database. */
import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { Role } from '../contract/users.ts'
import { makeUser, type UserRow } from '../demo/factories.ts'
import type { PasswordHash } from '../server/adapters/better-auth/hashing.ts'
import { type Application, type ApplicationOptions, openApplication } from '../server/composition.ts'
import { loadBuiltPages } from '../server/pages/built.ts'
import type { DatabaseConnection } from '../server/platform/database/database.ts'
import { openPostgres } from '../server/platform/database/postgres.ts'
import { createLogger } from '../server/platform/log.ts'
import { readSettings } from '../server/settings/settings.ts'
import { copyTemplate, dropDatabase } from './databases/template.ts'
import { findPrivateData } from './log-check.ts'
import { readSentEmails, type SentEmail } from './sent-emails.ts'
import { PUBLIC_URL, Visitor } from './visitor.ts'

/** The number of pino's level `warn`. */
const WARN = 40

export interface TestApplication extends Application {
  /** A client without a token. */
  visitor: Visitor
  /** Creates a user of a role. Returns a client with their token. */
  signedIn(role: Role, values?: Partial<UserRow> & { signedInAt?: number }): Promise<Visitor & { user: UserRow }>
  /** Runs every queued job once. */
  runJobs(): Promise<void>
  /** Runs the queued jobs. Returns all e-mails sent so far, oldest first. */
  readEmails(): Promise<SentEmail[]>
  /** Lines of the log at warn and above. */
  logged: string[]
  /** Returns the security events logged so far, oldest first. */
  readSecurityEvents(): Record<string, unknown>[]
}

/**
 * A hash that takes no time. With scrypt, the hundreds of registrations of all tests take a minute of both cores; the tests of
 * passwords use it.
 */
const QUICK_HASH: PasswordHash = {
  hash: async (password) => createHash('sha256').update(password).digest('hex'),
  verify: async ({ hash, password }) => hash === (await QUICK_HASH.hash(password)),
}

type TestOptions = Partial<
  Pick<ApplicationOptions, 'passwordHash' | 'allowLocalWebhooks' | 'firebaseKeys' | 'database'>
> & {
  /** Days in which students choose what they get for a canceled date. */
  choiceDays?: number
}

/**
 * Opens an application, which the caller closes. Closing fails if anything was logged that is secret or personal, at any level. By
 * default the demo is off, the sandbox takes cards, and money goes back at once where the school cancels.
 */
export async function openTestApplication(
  settings: Record<string, string> = {},
  { passwordHash = QUICK_HASH, allowLocalWebhooks = false, firebaseKeys, database, choiceDays = 0 }: TestOptions = {},
): Promise<TestApplication> {
  const logged: string[] = []
  const lines: string[] = []
  const log = createLogger('trace', {
    write: (line) => {
      lines.push(line)
      if (JSON.parse(line).level >= WARN) logged.push(line)
    },
  })
  const dataDir = join(tmpdir(), `school-test-${randomBytes(8).toString('hex')}`)
  const base = readSettings({ DEMO: 'off', CARDS: 'sandbox', DATA_DIR: dataDir, ...settings })
  const application = await openApplication({
    settings: {
      ...base,
      publicUrl: base.publicUrl ?? PUBLIC_URL,
      school: { ...base.school, choice_days: choiceDays },
    },
    secret: 'a secret for tests, of enough characters',
    database: database ?? (await createDatabase()),
    pages: await loadBuiltPages(),
    log,
    passwordHash,
    allowLocalWebhooks,
    ...(firebaseKeys && { firebaseKeys }),
  })
  const { app, services } = application
  application.sandbox?.deliver(async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await app.inject({ method: 'POST', url: '/webhooks/stripe', headers, body })).statusCode
  })
  const runJobs = () => services.jobs.runQueued()
  return {
    ...application,
    visitor: new Visitor(app),
    logged,
    readSecurityEvents: () => lines.map((line) => JSON.parse(line)).filter((line) => 'event' in line),
    runJobs,
    async readEmails() {
      await runJobs()
      return readSentEmails(dataDir)
    },
    async close() {
      await application.close()
      await rm(dataDir, { recursive: true, force: true })
      const problems = findPrivateData(lines)
      if (problems.length > 0) throw new Error(`The log has private data:\n${problems.join('\n')}`)
    },
    async signedIn(role, { signedInAt = Date.now(), ...values } = {}) {
      const user = await makeUser(services.db, role, values)
      return Object.assign(new Visitor(app, await application.tokens.issue(user.id, signedInAt)), { user })
    },
  }
}

/** Opens an application for the tests of a file, which may use it from their hooks on, and closes it after them. */
export function openForThisFile(...options: Parameters<typeof openTestApplication>): TestApplication {
  const application = {} as TestApplication
  beforeAll(async () => void Object.assign(application, await openTestApplication(...options)))
  afterAll(() => application.close())
  return application
}

/** Opens an application for one test and closes it when the test ends. */
export async function openForThisTest(...options: Parameters<typeof openTestApplication>): Promise<TestApplication> {
  const application = await openTestApplication(...options)
  onTestFinished(() => application.close())
  return application
}

/** Creates a migrated, empty database, which the caller closes. Closing removes it. */
export async function createDatabase(): Promise<DatabaseConnection> {
  const url = await copyTemplate()
  const connection = await openPostgres(url, () => {})
  const close = async () => {
    await connection.close()
    await dropDatabase(url)
  }
  return { ...connection, close }
}
