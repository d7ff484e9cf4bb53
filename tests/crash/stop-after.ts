/**
 * Loaded before the server (`node --import`): kills its process, as a power failure would, right after the nth write to orders has
 * become durable (`CRASH_AFTER`, none for 0). Says on SIGTERM how many there were.
 */
import { PGlite, type Transaction } from '@electric-sql/pglite'
import pg from 'pg'

const ORDERS =
  /^\s*(insert into|update|delete from)\s+"?(card_sandbox|cart_items|classes|enrolments|payments|payment_\w+)\b/i

const after = Number(process.env.CRASH_AFTER ?? 0)
let durable = 0

process.on('SIGTERM', () => process.stdout.write(`${durable} durable steps\n`))

function noteDurable(): void {
  if (++durable === after) process.kill(process.pid, 'SIGKILL')
}

/** What each connection of PostgreSQL has written in its transaction. */
class Connection {
  #inTransaction = false
  #wrote = false

  hasRun(text: string): void {
    if (/^begin/i.test(text)) {
      this.#inTransaction = true
      this.#wrote = false
    } else if (/^(commit|rollback)/i.test(text)) {
      this.#inTransaction = false
      if (this.#wrote && /^commit/i.test(text)) noteDurable()
    } else if (ORDERS.test(text)) {
      if (this.#inTransaction) this.#wrote = true
      else noteDurable()
    }
  }
}

const connections = new WeakMap<pg.Client, Connection>()
type Query = (this: pg.Client, ...said: unknown[]) => unknown
const clients = pg.Client.prototype as unknown as { query: Query }
const query = clients.query
clients.query = function (...said) {
  const connection = connections.get(this) ?? new Connection()
  connections.set(this, connection)
  const [first] = said
  const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '')
  const done = said.findIndex((one) => typeof one === 'function')
  const callback = said[done] as ((error: unknown, result: unknown) => void) | undefined
  if (callback) {
    said[done] = (error: unknown, result: unknown) => {
      if (!error) connection.hasRun(text)
      callback(error, result)
    }
  }
  const answer = query.apply(this, said)
  if (!callback && answer instanceof Promise) void answer.then(() => connection.hasRun(text)).catch(() => {})
  return answer
}

const embedded = PGlite.prototype
const embeddedQuery = embedded.query
embedded.query = async function <T>(this: PGlite, text: string, ...said: unknown[]) {
  const answer = await (embeddedQuery<T>).call(this, text, ...(said as []))
  if (ORDERS.test(text)) noteDurable()
  return answer
}

const embeddedTransaction = embedded.transaction
embedded.transaction = async function <T>(this: PGlite, work: (tx: Transaction) => Promise<T>) {
  let wrote = false
  const answer = await (embeddedTransaction<T>).call(this, (tx: Transaction) => {
    const inside = tx.query
    tx.query = (text, ...said) => {
      wrote ||= ORDERS.test(text)
      return inside.call(tx, text, ...said) as never
    }
    return work(tx)
  })
  if (wrote) noteDurable()
  return answer
}
