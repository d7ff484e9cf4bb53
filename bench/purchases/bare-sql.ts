/**
 * The transaction that settles a purchase, by itself: its statements are taken down while the school settles one, and sent again
 * for other attempts, over as many connections as the school has.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import { openPostgres } from '../../server/database/postgres.ts'
import { builtPages } from '../../server/pages/built.ts'
import { systemContext } from '../../server/parts.ts'
import { settle } from '../../server/payments/settle.ts'
import { openSchool } from '../../server/school.ts'
import { readSettings } from '../../server/settings.ts'
import { BUYERS, type Filled } from './fill.ts'

const CONNECTIONS = 10

interface Statement {
  text: string
  values: unknown[]
}

/** An open attempt, by what its settling names. */
interface Ready {
  id: string
  user_id: string
  class_id: string
  cart_id: string
  intent_id: string
}

export interface BareSql {
  /** 32 at once for some seconds; answers transactions per second. */
  perSecond(seconds: number): Promise<number>
  close(): Promise<void>
}

/** Prepares attempts on a filled database, and learns from the first what settling one sends. */
export async function openBareSql(url: string, { classIds }: Filled): Promise<BareSql> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
  const { rows } = await pool.query<Ready>(OPEN_ATTEMPTS)
  await pool.query('vacuum analyze payment_attempts')
  const waiting = spread(rows, classIds.length)
  const first = next(waiting)
  const { statements, paymentId } = await learn(url, first)
  return {
    async perSecond(seconds) {
      const end = performance.now() + seconds * 1000
      const begun = performance.now()
      const sent = await Promise.all(
        Array.from({ length: BUYERS }, async () => {
          let count = 0
          for (; performance.now() < end; count++) {
            const ready = next(waiting)
            const names = new Map<unknown, unknown>(
              (Object.keys(first) as (keyof Ready)[]).map((key) => [first[key], ready[key]]),
            )
            await sendAs(pool, statements, names, paymentId)
          }
          return count
        }),
      )
      return (sent.reduce((all, one) => all + one, 0) * 1000) / (performance.now() - begun)
    },
    close: () => pool.end(),
  }
}

/** Settles one attempt by the school's own verb, and takes down its transaction. */
async function learn(url: string, ready: Ready): Promise<{ statements: Statement[]; paymentId: string }> {
  const settings = { ...readSettings({ DEMO: 'off', CARDS: 'sandbox' }), publicUrl: 'http://127.0.0.1:3000' }
  const log = pino({ level: 'silent' })
  const database = await openPostgres(url, () => {})
  const school = await openSchool({ settings, secret: 'any', database, pages: await builtPages(), log })
  const paid = {
    id: ready.intent_id,
    clientSecret: '',
    status: 'succeeded',
    amountMinor: 4999,
    currency: 'usd',
    refundedMinor: 0,
    disputed: false,
    attemptId: ready.id,
  } as const
  const ctx = systemContext(school.parts)
  const stop = takeDown()
  const { paymentId } = await settle({ ...ctx, cards: { ...ctx.cards, getIntent: async () => paid } }, ready.intent_id)
  const all = stop()
  await pause(100)
  await school.close()
  const [from, to] = [all.findIndex(is('begin')), all.findIndex(is('commit'))]
  if (from < 0 || to < from) throw new Error('the school settled without a transaction')
  return { statements: all.slice(from, to + 1), paymentId }
}

function is(word: string) {
  return ({ text }: Statement) => text.toLowerCase() === word
}

/** Takes down what every connection is asked for from now on; answers how to stop, and what it was. */
function takeDown(): () => Statement[] {
  const taken: Statement[] = []
  const clients = pg.Client.prototype as unknown as { query: (...said: unknown[]) => unknown }
  const { query } = clients
  clients.query = function (this: unknown, ...said) {
    const [first, second] = said
    const config = typeof first === 'string' ? { text: first } : (first as pg.QueryConfig)
    taken.push({ text: config.text, values: (Array.isArray(second) ? second : config.values) ?? [] })
    return query.apply(this, said)
  }
  return () => {
    clients.query = query
    return taken
  }
}

/** The statements for another attempt. The payment's id is made by the database, and taken from its answer. */
async function sendAs(
  pool: pg.Pool,
  statements: Statement[],
  names: Map<unknown, unknown>,
  paymentId: string,
): Promise<void> {
  const client = await pool.connect()
  try {
    for (const { text, values } of statements) {
      const renamed = values.map((value) => names.get(value) ?? value)
      const { rows } = await client.query(text, renamed)
      if (text.startsWith('insert into "payments"')) names.set(paymentId, rows[0].id)
    }
  } finally {
    client.release()
  }
}

/** So that those who are at it together are at different classes, as the buyers are. */
function spread(ready: Ready[], classes: number): Ready[] {
  const byClass = ready.toSorted((a, b) => a.class_id.localeCompare(b.class_id))
  const each = byClass.length / classes
  return byClass
    .map((one, at) => [(at % each) * classes + Math.floor(at / each), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one)
}

function next(waiting: Ready[]): Ready {
  const ready = waiting.pop()
  if (!ready) throw new Error('there are too few attempts for a run as long as this')
  return ready
}

const OPEN_ATTEMPTS = `
with chosen as (
  insert into cart_items (user_id, class_id, created_at)
  select u.id, c.id, 0 from users u, classes c where u.email like 'buyer%' returning *
)
insert into payment_attempts (user_id, class_id, cart_id, email, name, class_name, class_image, amount_minor, currency,
  intent_id, held_since, held_until, created_at)
select u.id, c.id, i.id, u.email, u.name, c.name, c.image, 4999, 'usd', 'pi_bare' || row_number() over (), 0, 0, 0
from chosen i join users u on u.id = i.user_id join classes c on c.id = i.class_id
returning id, user_id, class_id, cart_id, intent_id`
