/** Starts the server in this order: database, services, listen, jobs. It stops in the reverse order. */
import { setTimeout as pause } from 'node:timers/promises'
import { CURRENCIES } from '#contract/values/currency.ts'
import { closeDemoLogins, listDemoIdentities } from './adapters/better-auth/demo-logins.ts'
import { type Application, openApplication } from './composition.ts'
import { isInactive } from './domains/backup/activation.ts'
import { clearWorkFolder } from './domains/backup/work-folder.ts'
import { followRules } from './domains/calendar/rule-changes.ts'
import { isOpen } from './domains/school/set-up.ts'
import { createLink } from './domains/setup/links.ts'
import { revokeTokens, unbind } from './domains/users/identity-binding.ts'
import { loadBuiltPages } from './pages/built.ts'
import { openDatabase } from './platform/database/open.ts'
import { findTimeout } from './platform/database/postgres.ts'
import { transaction } from './platform/database/transaction.ts'
import { createLogger } from './platform/log.ts'
import { toLocalUrl } from './platform/loopback.ts'
import { readSecret } from './platform/secrets.ts'
import type { Services } from './ports/context.ts'
import { startJobs } from './registered.ts'
import { keepsDemoPeople } from './settings/identity.ts'
import type { Settings } from './settings/settings.ts'

type Print = (line: string) => void

/** The wait for a connection during the start: on a busy machine, the database starts slowly too. */
const START_TIMEOUT_MS = 30_000

/** A port that is kept from other programs until `release`. */
export interface PortReservation {
  port: number
  release(): Promise<void>
}

export interface StartOptions {
  development: boolean
  print: Print
  warn: Print
  /** Ends the handling of signals by the caller: from then on a signal stops the server in order. */
  leaveSignals: () => void
}

/**
 * Starts the server on a reserved port. A signal stops it. Returns the public URL.
 * @throws StartError for a problem that the operator can fix
 */
export async function startServer(
  settings: Settings,
  { port, release }: PortReservation,
  { development, print, warn, leaveSignals }: StartOptions,
): Promise<string> {
  const localUrl = toLocalUrl(settings.host, port)
  const publicUrl = settings.publicUrl ?? localUrl
  const log = createLogger(settings.logLevel)
  const onBroken = (error: unknown) => log.error(error, 'a database connection broke')
  const onMigrationWait = () => print('Another process is migrating this database. The start waits for it.')
  const options = { isExclusive: true, startTimeoutMs: START_TIMEOUT_MS, onMigrationWait }
  const database = await openDatabase(settings, onBroken, options)
  try {
    if (!settings.databaseUrl) await clearWorkFolder(settings.dataDir, log)
    const pages = await openPages(development)
    const secret = settings.secret ?? readSecret(settings.dataDir)
    const application = await openApplication({ settings: { ...settings, publicUrl }, secret, database, pages, log })
    await prepareDemo(application, print)
    await followRules(application.services)
    reportOverridden(application, print)
    await warnOfCards(application, warn)
    await release()
    await application.app.listen({ host: settings.host, port })
    const stopWork = await startWork(application, localUrl, print)
    leaveSignals()
    closeOnSignal(application, stopWork, print)
    await printSetupLink(application, print)
    database.endStart()
  } catch (error) {
    await database.close()
    throw findTimeout(error, settings.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR') ?? error
  }
  return publicUrl
}

async function openPages(development: boolean) {
  if (!development) return loadBuiltPages()
  const { openDevelopmentPages } = await import('./pages/development.ts')
  return openDevelopmentPages()
}

/** Names the variables of the environment that the School page of the dashboard overrides. */
function reportOverridden({ school, settings }: Application, print: Print): void {
  const overridden = school.listOverridden(settings.schoolVariables)
  if (overridden.length) print(`The School page of the dashboard overrides ${overridden.join(', ')}.`)
}

/** Warns of what keeps a school from taking money: test cards, and a currency in which no card pays. */
async function warnOfCards({ settings, services, school: { current } }: Application, warn: Print): Promise<void> {
  if (settings.cards.provider === 'sandbox' && !settings.demo && (await isOpen(services.db)))
    warn('CARDS=sandbox: this school takes test cards only, so anyone can enroll without paying.')
  if (!CURRENCIES.has(current.currency))
    warn(`The card provider does not take ${current.currency.toUpperCase()}, so no class can be paid for.`)
}

/** Until the school is set up, each start prints a link for it. The log never has it. A demo whose people log in needs none. */
async function printSetupLink({ settings, services: { db, publicUrl } }: Application, print: Print): Promise<void> {
  if ((settings.demo && keepsDemoPeople(settings.identity)) || (await isOpen(db))) return
  const link = await createLink(db, publicUrl)
  if (link) print(`Set up the school: ${link}`)
}

async function prepareDemo(application: Application, print: Print): Promise<void> {
  const { settings, services } = application
  if (!settings.demo) return closeDemo(services)
  const { openDemo } = await import('../demo/open.ts')
  await openDemo(application, print)
}

/** Ends every login and token of the demo's people, whose passwords are public. */
export async function closeDemo({ db }: Pick<Services, 'db'>): Promise<void> {
  await transaction(db, async (tx) => {
    await revokeTokens(tx, await listDemoIdentities(tx))
    await unbind(tx, await closeDemoLogins(tx))
  })
}

/** Starts the work beside the requests. Returns a function that stops it. */
async function startWork(application: Application, localUrl: string, print: Print): Promise<() => Promise<void>> {
  const { services, sandbox } = application
  sandbox?.deliver((body, signature) => postWebhook(`${localUrl}/webhooks/stripe`, body, signature))
  if (!(await isInactive(services.db))) return startJobs(application)
  print('This school was restored. It sends nothing and runs no jobs until npm run activate.')
  return async () => {}
}

/** Returns the status of the response, or 0 where none arrived. */
async function postWebhook(url: string, body: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const response = await fetch(url, { method: 'POST', headers, body }).catch(() => null)
  await response?.body?.cancel()
  return response?.status ?? 0
}

/**
 * The first Ctrl-C or SIGTERM tells load balancers to choose another instance, starts no further job, and finishes what is in flight. The
 * second ends the process at once.
 */
function closeOnSignal(application: Application, stopWork: () => Promise<void>, print: Print): void {
  let isClosing = false
  const close = async (signal: NodeJS.Signals) => {
    if (isClosing) process.exit(1)
    isClosing = true
    print(`Stopping (${signal}) …`)
    application.readiness.drain()
    const { settings, readiness } = application
    const drainMs = settings.drainSeconds * 1000
    await Promise.all([stopWork(), pause(drainMs).then(() => readiness.waitForSilence(drainMs))])
    await application.close()
    print('Stopped.')
  }
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
}
