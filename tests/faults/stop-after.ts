/**
 * Loaded before the server (`node --import`): kills its process, as a power failure would, right after the nth durable write to orders
 * or to the sandbox of the card provider (`CRASH_AFTER`; never for 0). Prints on SIGTERM how many there were.
 */
import { writeSync } from 'node:fs'
import pg from 'pg'

/** Old events are deleted at each start, which belongs to no order. */
const ORDERS =
  /^\s*(?:insert into\s+"?webhook_events|(?:insert into|update|delete from)\s+"?(?:card_sandbox|cart_items|classes|coupons|credits|enrolments|entries|order_lines|orders|payments|redemptions|runs|vouchers|voucher_uses|waiting_entries|payment_\w+))\b/i

const after = Number(process.env.CRASH_AFTER ?? 0)
let durable = 0

process.on('SIGTERM', () => process.stdout.write(`${durable} durable steps\n`))

function countDurable(): void {
  if (++durable !== after) return
  writeSync(process.stdout.fd, process.env.CRASH_WORD ?? '')
  process.kill(process.pid, 'SIGKILL')
}

/** Follows the transactions of a connection to PostgreSQL. */
class Connection {
  #inTransaction = false
  #wrote = false

  afterRun(text: string): void {
    if (/^begin/i.test(text)) {
      this.#inTransaction = true
      this.#wrote = false
    } else if (/^(commit|rollback)/i.test(text)) {
      this.#inTransaction = false
      if (this.#wrote && /^commit/i.test(text)) countDurable()
    } else if (ORDERS.test(text)) {
      if (this.#inTransaction) this.#wrote = true
      else countDurable()
    }
  }
}

const connections = new WeakMap<pg.Client, Connection>()
type Query = (this: pg.Client, ...args: unknown[]) => unknown
const clients = pg.Client.prototype as unknown as { query: Query }
const query = clients.query
clients.query = function (...args) {
  const connection = connections.get(this) ?? new Connection()
  connections.set(this, connection)
  const [first] = args
  const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '')
  const position = args.findIndex((arg) => typeof arg === 'function')
  const callback = args[position] as ((error: unknown, result: unknown) => void) | undefined
  if (callback) {
    args[position] = (error: unknown, result: unknown) => {
      if (!error) connection.afterRun(text)
      callback(error, result)
    }
  }
  const result = query.apply(this, args)
  if (!callback && result instanceof Promise) void result.then(() => connection.afterRun(text)).catch(() => {})
  return result
}
