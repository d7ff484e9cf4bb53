/** Removes row locks from statements: a control that shows that a test would notice their absence. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Long enough for other connections to read what the lock protects. */
const READ_MS = 50

/** Runs `work` while every statement of this process reaches PostgreSQL without its row lock. */
export async function runWithoutLocks<T>(work: () => Promise<T>): Promise<T> {
  const clients = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const { query } = clients
  clients.query = function (this: unknown, ...args) {
    const [config, ...rest] = args
    if (!isLocking(config)) return query.apply(this, args)
    const unlocked = { ...config, text: config.text.replace(/ for (no key )?update( of "\w+")?/, '') }
    return Promise.resolve(query.apply(this, [unlocked, ...rest])).then(async (result) => {
      await pause(READ_MS)
      return result
    })
  }
  try {
    return await work()
  } finally {
    clients.query = query
  }
}

function isLocking(config: unknown): config is { text: string } {
  return (
    typeof config === 'object' &&
    config !== null &&
    'text' in config &&
    / for (no key )?update/.test(String(config.text))
  )
}
