/**
 * A purchase's SQL by itself: the statements are taken down while the school's own verbs select, hold and settle once, and sent
 * again for other buyers and classes, over as many connections as the school has.
 */
import pg from 'pg'
import pino from 'pino'
import * as Cart from '../../server/cart/cart.ts'
import type { Context } from '../../server/context.ts'
import { openPostgres } from '../../server/database/postgres.ts'
import { builtPages } from '../../server/pages/built.ts'
import { systemContext } from '../../server/parts.ts'
import * as Attempts from '../../server/payments/attempts.ts'
import { settle } from '../../server/payments/settle.ts'
import { openSchool } from '../../server/school.ts'
import { readSettings } from '../../server/settings.ts'
import { find } from '../../server/users/users.ts'
import { intentIn } from '../../tests/paying.ts'
import type { Filled } from './fill.ts'
import { instantCards } from './instant-cards.ts'

const CONNECTIONS = 10

interface Statement {
  text: string
  values: unknown[]
  /** The id that the database made for the row that this one inserted. */
  made?: unknown
}

export interface BareSql {
  /** 32 at once for some seconds; answers purchases per second. */
  perSecond(seconds: number): Promise<number>
  close(): Promise<void>
}

/** Learns from one purchase what it sends, reading who asks left out. */
export async function openBareSql(url: string, { buyerIds, classIds }: Filled): Promise<BareSql> {
  const [buyer = '', firstClass = ''] = [buyerIds[0], classIds[0]]
  const statements = await learn(url, buyer, firstClass)
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
  // The server may end before the connections do.
  pool.on('error', () => {})
  let next = 1
  return {
    async perSecond(seconds) {
      const buyUntil = async (buyerId: string, at: number, end: number) => {
        for (let bought = 0; ; bought++) {
          if (performance.now() > end) return bought
          const classId = classIds[(next + bought + at * 3) % classIds.length]
          await sendAs(
            pool,
            statements,
            new Map<unknown, unknown>([
              [buyer, buyerId],
              [firstClass, classId],
            ]),
          )
        }
      }
      const before = await paymentsIn(pool)
      const begun = performance.now()
      const bought = await Promise.all(buyerIds.map((buyerId, at) => buyUntil(buyerId, at, begun + seconds * 1000)))
      const perSecond = (bought.reduce((all, one) => all + one, 0) * 1000) / (performance.now() - begun)
      next += Math.max(...bought)
      if ((await paymentsIn(pool)) - before !== bought.reduce((all, one) => all + one, 0)) {
        throw new Error('what was sent again did not settle a purchase each time')
      }
      return perSecond
    },
    close: () => pool.end(),
  }
}

async function paymentsIn(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ all: string }>('select count(*) "all" from payments')
  return Number(rows[0]?.all)
}

/** Has the school's verbs make one purchase, and takes down what they send. */
async function learn(url: string, userId: string, classId: string): Promise<Statement[]> {
  const settings = { ...readSettings({ DEMO: 'off', CARDS: 'sandbox' }), publicUrl: 'http://127.0.0.1:3000' }
  const log = pino({ level: 'silent' })
  const database = await openPostgres(url, () => {})
  const school = await openSchool({ settings, secret: 'any', database, pages: await builtPages(), log })
  try {
    const actor = await find(database.db, { userId, issuedAt: Date.now() })
    if (!actor) throw new Error('there is no such buyer')
    const cards = { ...school.parts.cards, ...instantCards() }
    const ctx: Context = { ...systemContext(school.parts), cards, actor }
    const stop = takeDown()
    const cartId = await Cart.select(ctx, classId)
    const clientSecret = await Attempts.begin(ctx, 49.99, cartId)
    await settle(ctx, intentIn(clientSecret))
    return stop()
  } finally {
    await school.close()
  }
}

/** Takes down what every connection is asked for from now on; answers how to stop, and what it was. */
function takeDown(): () => Statement[] {
  const taken: Statement[] = []
  const clients = pg.Client.prototype as unknown as { query: (...said: unknown[]) => unknown }
  const { query } = clients
  clients.query = function (this: unknown, ...said) {
    const [first, second] = said
    const config = typeof first === 'string' ? { text: first } : (first as pg.QueryConfig)
    const statement: Statement = { text: config.text, values: (Array.isArray(second) ? second : config.values) ?? [] }
    taken.push(statement)
    const at = said.findIndex((one) => typeof one === 'function')
    const heard = said[at] as ((error: unknown, answer: pg.QueryArrayResult) => void) | undefined
    if (heard) {
      said[at] = (error: unknown, answer: pg.QueryArrayResult) => {
        statement.made = idIn(answer)
        heard(error, answer)
      }
    }
    const answered = query.apply(this, said)
    if (answered instanceof Promise) void answered.then((answer) => (statement.made = idIn(answer)))
    return answered
  }
  return () => {
    clients.query = query
    return taken
  }
}

/** What an insert's `returning` begins with. */
function idIn(answer: pg.QueryArrayResult | undefined): unknown {
  const [row] = answer?.rows ?? []
  return row && Object.values(row)[0]
}

/** The statements for another purchase, begun by these names; ids that the database makes are taken from its answers. */
async function sendAs(pool: pg.Pool, statements: Statement[], names: Map<unknown, unknown>): Promise<void> {
  const client = await pool.connect()
  try {
    for (const { text, values, made } of statements) {
      const answer = await client.query(
        { text, rowMode: 'array' },
        values.map((value) => names.get(value) ?? value),
      )
      if (!text.startsWith('insert into') || made === undefined) continue
      const id = idIn(answer)
      names.set(made, id)
      names.set(intentNamed(made), intentNamed(id))
    }
  } finally {
    client.release()
  }
}

/** As instant-cards.ts names the intent of an attempt. */
function intentNamed(attemptId: unknown): string {
  return `pi_${String(attemptId).replaceAll('-', '')}`
}
