/**
 * The SQL of a purchase alone: the statements are recorded while the API selects, holds and settles once, and are sent again for other
 * buyers and classes, over as many connections as the application has. A worker fetches and completes the jobs of their e-mails.
 */
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import pino from 'pino'
import { openApplication } from '../../server/composition.ts'
import { loadBuiltPages } from '../../server/pages/built.ts'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { openJobs } from '../../server/platform/jobs/open.ts'
import { deliverMail } from '../../server/platform/mail/mail.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { callAs } from '../signed-in.ts'
import { buy } from './buyers.ts'
import type { Filled } from './fill.ts'
import { instantCards } from './instant-cards.ts'

const CONNECTIONS = 10

interface Statement {
  text: string
  values: unknown[]
  /** The id that the database generated for the row that this statement inserted. */
  generatedId?: unknown
}

export interface BareSql {
  /** Sends purchases of all buyers at once for some seconds. Returns purchases per second. */
  perSecond(seconds: number): Promise<number>
  close(): Promise<void>
}

/** Records the statements of one purchase. */
export async function openBareSql(url: string, secret: string, { buyerIds, classes }: Filled): Promise<BareSql> {
  const [buyer = ''] = buyerIds
  const first = classAt(classes, 0)
  const statements = await recordPurchase(url, secret, buyer, first.id)
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
  // The server may stop before the connections close.
  pool.on('error', () => {})
  const worker = await completeEmails(url)
  let next = 1
  return {
    async perSecond(seconds) {
      const buyUntil = async (buyerId: string, at: number, end: number) => {
        for (let bought = 0; ; bought++) {
          if (performance.now() > end) return bought
          const { id, runId } = classAt(classes, next + bought + at * 3)
          const replacements: [unknown, unknown][] = [
            [buyer, buyerId],
            [first.id, id],
            [first.runId, runId],
          ]
          await replay(pool, statements, new Map(replacements))
        }
      }
      const before = await countPayments(pool)
      const begun = performance.now()
      const bought = await Promise.all(buyerIds.map((buyerId, at) => buyUntil(buyerId, at, begun + seconds * 1000)))
      const perSecond = (bought.reduce((all, one) => all + one, 0) * 1000) / (performance.now() - begun)
      next += Math.max(...bought)
      if ((await countPayments(pool)) - before !== bought.reduce((all, one) => all + one, 0)) {
        throw new Error('the recorded statements did not settle a purchase each time')
      }
      return perSecond
    },
    async close() {
      await worker.stop()
      await pool.end()
    },
  }
}

/** Completes the jobs of e-mails, and sends none. */
async function completeEmails(url: string): Promise<{ stop(): Promise<void> }> {
  const database = await openPostgres(url, () => {})
  const jobs = await openJobs(database, [deliverMail], pino({ level: 'silent' }))
  jobs.handle(deliverMail, async () => {})
  await jobs.start()
  return {
    async stop() {
      await jobs.stop()
      await database.close()
    },
  }
}

function classAt(classes: Filled['classes'], position: number): Filled['classes'][number] {
  const match = classes[position % classes.length]
  if (!match) throw new Error('there are no classes')
  return match
}

async function countPayments(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ all: string }>('select count(*) "all" from payments')
  return Number(rows[0]?.all)
}

/** Makes one purchase with the application's calls and records their statements. */
async function recordPurchase(url: string, secret: string, userId: string, classId: string): Promise<Statement[]> {
  const settings = { ...readSettings({ DEMO: 'off', CARDS: 'sandbox' }), publicUrl: 'http://127.0.0.1:3000' }
  const log = pino({ level: 'silent' })
  const database = await openPostgres(url, () => {})
  const application = await openApplication({ settings, secret, database, pages: await loadBuiltPages(), log })
  application.services.cards = { ...application.services.cards, ...instantCards() }
  try {
    await application.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = application.app.server.address() as AddressInfo
    const call = await callAs(`http://127.0.0.1:${port}`, secret, userId)
    const stop = recordStatements()
    await buy(call, classId)
    return stop()
  } finally {
    await application.close()
  }
}

/** Records the statements of every connection from now on. Returns a function that stops and returns them. */
function recordStatements(): () => Statement[] {
  const statements: Statement[] = []
  const clients = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const { query } = clients
  clients.query = function (this: unknown, ...args) {
    const [first, second] = args
    const config = typeof first === 'string' ? { text: first } : (first as pg.QueryConfig)
    const statement: Statement = { text: config.text, values: (Array.isArray(second) ? second : config.values) ?? [] }
    statements.push(statement)
    const position = args.findIndex((arg) => typeof arg === 'function')
    const callback = args[position] as ((error: unknown, result: pg.QueryArrayResult) => void) | undefined
    if (callback) {
      args[position] = (error: unknown, result: pg.QueryArrayResult) => {
        statement.generatedId = readId(result)
        callback(error, result)
      }
    }
    const promise = query.apply(this, args)
    if (promise instanceof Promise) void promise.then((result) => (statement.generatedId = readId(result)))
    return promise
  }
  return () => {
    clients.query = query
    return statements
  }
}

/** Returns the first column of the first returned row. */
function readId(result: pg.QueryArrayResult | undefined): unknown {
  const [row] = result?.rows ?? []
  return row && Object.values(row)[0]
}

/** Sends the statements for another purchase: `replacements` maps recorded values to new ones. Generated ids are added from the results. */
async function replay(pool: pg.Pool, statements: Statement[], replacements: Map<unknown, unknown>): Promise<void> {
  const client = await pool.connect()
  try {
    for (const { text, values, generatedId } of statements) {
      const result = await client.query(
        { text, rowMode: 'array' },
        values.map((value) => replacements.get(value) ?? value),
      )
      if (!text.startsWith('insert into') || generatedId === undefined) continue
      const id = readId(result)
      replacements.set(generatedId, id)
      replacements.set(toIntentId(generatedId), toIntentId(id))
    }
  } finally {
    client.release()
  }
}

/** Returns the intent id that instant-cards.ts gives to an attempt. */
function toIntentId(attemptId: unknown): string {
  return `pi_${String(attemptId).replaceAll('-', '')}`
}
