/** Puts a school together, opens it to visitors, and closes everything in the opposite order: database → parts → listen → work. */
import pino from 'pino'
import { openDatabase } from './database/open.ts'
import { closeDemoLogins } from './identity/demo-logins.ts'
import { builtPages } from './pages/built.ts'
import { systemContext } from './parts.ts'
import { reconcile } from './payments/reconcile.ts'
import { removeUnused } from './pictures/pictures.ts'
import { openSchool, type School } from './school.ts'
import { secretOf } from './secrets.ts'
import type { Settings } from './settings.ts'

const RECONCILE_MS = 60_000
const REMOVE_PICTURES_MS = 60 * 60_000

type Say = (line: string) => void

/**
 * Opens the school on a port that is free, until a signal closes it; answers the origin that it is reached under.
 * @throws StartError for what whoever starts it can mend
 */
export async function openDoors(
  settings: Settings,
  port: number,
  { development, say }: { development: boolean; say: Say },
): Promise<string> {
  const publicUrl = settings.publicUrl ?? addressOf(settings.host, port)
  const log = pino({ level: settings.logLevel }, pino.destination(2))
  const database = await openDatabase(settings, (error) => log.error(error, 'an idle connection to the database broke'))
  try {
    const pages = await openPages(development)
    const secret = settings.secret ?? secretOf(settings.dataDir)
    const school = await openSchool({ settings: { ...settings, publicUrl }, secret, database, pages, log })
    await prepareDemo(school, say)
    await school.app.listen({ host: settings.host, port })
    const stop = await startWork(school, addressOf(settings.host, port))
    closeOnSignal(school, stop, say)
  } catch (error) {
    await database.close()
    throw error
  }
  return publicUrl
}

/** A wildcard address is reached from this machine by its loopback name. */
function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

async function openPages(development: boolean) {
  if (!development) return builtPages()
  const { developmentPages } = await import('./pages/development.ts')
  return developmentPages()
}

async function prepareDemo(school: School, say: Say): Promise<void> {
  if (!school.parts.settings.demo) return closeDemoLogins(school.parts.db)
  const { openDemo } = await import('../demo/open.ts')
  await openDemo(school, say)
}

/** Starts what works beside the requests; answers how to stop it. */
async function startWork({ parts }: School, ownAddress: string): Promise<() => Promise<void>> {
  await parts.jobs.start()
  parts.sandbox?.deliver((body, signature) => notify(`${ownAddress}/webhooks/stripe`, body, signature))
  const ctx = systemContext(parts)
  const failed = (words: string) => (error: unknown) => parts.log.error(error, words)
  const stops = [
    () => parts.jobs.stop(),
    every(RECONCILE_MS, () => reconcile(ctx).catch(failed('some orders could not be asked about'))),
    every(REMOVE_PICTURES_MS, () => removeUnused(ctx).catch(failed('unused pictures could not be removed'))),
  ]
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}

/** Does a round of work now and from time to time; answers how to stop, which waits for the one that is under way. */
function every(milliseconds: number, work: () => Promise<void>): () => Promise<void> {
  let running = work()
  const timer = setInterval(() => {
    running = work()
  }, milliseconds)
  return () => {
    clearInterval(timer)
    return running
  }
}

async function notify(url: string, body: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status ?? 0
}

/** The first Ctrl-C or SIGTERM finishes what is in flight; a second one waits for nothing. */
function closeOnSignal(school: School, stop: () => Promise<void>, say: Say): void {
  let closing = false
  const close = async (signal: NodeJS.Signals) => {
    if (closing) process.exit(1)
    closing = true
    say(`Closing (${signal}) …`)
    await stop()
    await school.close()
    say('The school is closed.')
  }
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
}
