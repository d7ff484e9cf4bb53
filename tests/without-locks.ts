/** Takes the row locks out of PostgreSQL's hands, to show that a test would see it. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Long enough for others to read what the lock would have kept from them. */
const MEANWHILE_MS = 50

/** Runs `work` while `for update` is left out of every statement that reaches PostgreSQL from this process. */
export async function withoutLocks<T>(work: () => Promise<T>): Promise<T> {
  const clients = pg.Client.prototype as unknown as { query: (...said: unknown[]) => unknown }
  const { query } = clients
  clients.query = function (this: unknown, ...said) {
    const [config, ...rest] = said
    if (!isLocking(config)) return query.apply(this, said)
    const unlocked = { ...config, text: config.text.replace(/ for update( of "\w+")?/, '') }
    return Promise.resolve(query.apply(this, [unlocked, ...rest])).then(async (answer) => {
      await pause(MEANWHILE_MS)
      return answer
    })
  }
  try {
    return await work()
  } finally {
    clients.query = query
  }
}

function isLocking(config: unknown): config is { text: string } {
  return typeof config === 'object' && config !== null && 'text' in config && / for update/.test(String(config.text))
}
