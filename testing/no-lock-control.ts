/** Removes row locks from statements: a control that shows that a test would notice their absence. */
import pg from 'pg'

/** No transaction requests a further lock within this time: every transaction that can be under way has read what the lock protects. */
const QUIET_MS = 200

/**
 * Runs `work` while every statement of this process reaches PostgreSQL without its row lock. The transactions go on together, once
 * none of them asks for another lock, so that they meet however slow the machine is.
 */
export async function runWithoutLocks<T>(work: () => Promise<T>): Promise<T> {
  const clients = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const { query } = clients
  const waitForOthers = createMeeting(QUIET_MS)
  clients.query = function (this: unknown, ...args) {
    const [config, ...rest] = args
    if (!isLocking(config)) return query.apply(this, args)
    const unlocked = { ...config, text: config.text.replace(/ for (no key )?update( of "\w+")?/, '') }
    return Promise.resolve(query.apply(this, [unlocked, ...rest])).then(async (result) => {
      await waitForOthers()
      return result
    })
  }
  try {
    return await work()
  } finally {
    clients.query = query
  }
}

/** Returns a function that resolves for all of its callers at once, when none has been added for `quietMs`. */
function createMeeting(quietMs: number): () => Promise<void> {
  let waiting: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  const release = () => {
    const released = waiting
    waiting = []
    for (const resolve of released) resolve()
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      clearTimeout(timer)
      timer = setTimeout(release, quietMs)
    })
}

function isLocking(config: unknown): config is { text: string } {
  return (
    typeof config === 'object' &&
    config !== null &&
    'text' in config &&
    / for (no key )?update/.test(String(config.text))
  )
}
