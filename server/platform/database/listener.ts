/** Receives PostgreSQL's notifications (LISTEN) from other processes, on a connection of its own. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { OnNotification } from './database.ts'

/** The pause before reconnecting, and the interval of checks that the connection still works. */
const RETRY_MS = 500
const CHECK_MS = 5_000
const TIMEOUT_MS = 2_000

/** The writer's `application_name`, and on a second line a detail: the id of a class of which only the seats changed. */
const PAYLOAD = /^(.*?)(?:\n([0-9a-f-]{36}))?$/s

export interface ListenerOptions {
  /** The name (`application_name`) of our own connections. Their notifications are ignored. */
  ownName: string
  /** Called for a notification with its detail, and for each connection attempt, because one may have been missed in between. */
  onNotification: OnNotification
  onError: (error: Error) => void
}

/**
 * Listens on `channel` from the moment that this resolves. It reconnects when the connection breaks, and calls `onNotification`
 * for each attempt and after it succeeds, so that no notification is lost. Returns a function that stops listening.
 */
export async function listen(url: string, channel: string, options: ListenerOptions): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const { signal } = stopping
  let client = await connect(url, channel, options).catch(options.onError)
  const ended = stayConnected()
  return async () => {
    stopping.abort()
    await ended
  }

  async function stayConnected(): Promise<void> {
    while (!signal.aborted) {
      if (client) await waitUntilBroken(client, signal).catch(options.onError)
      await client?.end().catch(() => undefined)
      if (signal.aborted) return
      options.onNotification(null)
      await wait(RETRY_MS, signal)
      client = await connect(url, channel, options).catch(() => undefined)
      options.onNotification(null)
    }
    await client?.end().catch(() => undefined)
  }
}

async function connect(url: string, channel: string, { ownName, onNotification }: ListenerOptions): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
  })
  // An error event without a listener would end the process. The next check notices the broken connection too.
  client.on('error', () => {})
  client.on('notification', ({ payload = '' }) => {
    const [, writer, detail] = PAYLOAD.exec(payload) ?? []
    if (writer !== ownName) onNotification(detail ?? null)
  })
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** Rejects when the connection breaks, even silently. Resolves when `signal` is aborted. */
async function waitUntilBroken(client: pg.Client, signal: AbortSignal): Promise<void> {
  const broken = new Promise<never>((_, reject) => client.once('error', reject).once('end', reject))
  broken.catch(() => undefined)
  while (!signal.aborted) {
    await Promise.race([broken, wait(CHECK_MS, signal)])
    await client.query('select 1')
  }
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return pause(milliseconds, undefined, { signal }).catch(() => undefined)
}
