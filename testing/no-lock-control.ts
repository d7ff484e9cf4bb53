/** Removes row locks from statements: a control that shows that a test would notice their absence. */
import pg from 'pg'

/**
 * Runs `work` while every statement of this process reaches PostgreSQL without its row lock. Inserts into `table` wait until
 * `count` of them are there: that many transactions have then read what the lock protects before one of them writes, however slow
 * the machine is. Ask for no more than the pool has connections, and for no more transactions than `work` begins.
 */
export async function runWithoutLocks<T>(
  { table, count }: { table: string; count: number },
  work: () => Promise<T>,
): Promise<T> {
  const clients = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const { query } = clients
  const met = Promise.withResolvers<void>()
  let arrived = 0
  clients.query = function (this: unknown, ...args) {
    const [config, ...rest] = args
    if (!hasText(config)) return query.apply(this, args)
    const unlocked = { ...config, text: config.text.replace(/ for (no key )?update( of "\w+")?/, '') }
    if (!config.text.startsWith(`insert into "${table}"`)) return query.apply(this, [unlocked, ...rest])
    arrived += 1
    if (arrived === count) met.resolve()
    return met.promise.then(() => query.apply(this, [unlocked, ...rest]))
  }
  try {
    return await work()
  } finally {
    clients.query = query
  }
}

function hasText(config: unknown): config is { text: string } {
  return typeof config === 'object' && config !== null && 'text' in config && typeof config.text === 'string'
}
