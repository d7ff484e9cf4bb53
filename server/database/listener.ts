/** Hears what other processes say through PostgreSQL (LISTEN), on a connection of its own. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Between two tries to reach the database, and between two proofs that it is still there. */
const RETRY_MS = 500
const PROOF_MS = 5_000
const ANSWER_WITHIN_MS = 2_000

export interface Ears {
  /** The name (`application_name`) under which we write ourselves; what comes from it is not news. */
  ownName: string
  /** Somebody else said something; or, while nobody can be heard, somebody may have. */
  heard: () => void
  onDeaf: (error: Error) => void
}

/**
 * Listens on `channel`, from the moment that this resolves until it is told to stop. When the connection breaks, `heard` is
 * called at every try to get it back and once more when it is back, so that nothing said meanwhile is missed.
 */
export async function listen(url: string, channel: string, ears: Ears): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const { signal } = stopping
  let client = await connect(url, channel, ears).catch(ears.onDeaf)
  const ended = stayConnected()
  return async () => {
    stopping.abort()
    await ended
  }

  async function stayConnected(): Promise<void> {
    while (!signal.aborted) {
      if (client) await untilBroken(client, signal).catch(ears.onDeaf)
      await client?.end().catch(() => undefined)
      if (signal.aborted) return
      ears.heard()
      await waited(RETRY_MS, signal)
      client = await connect(url, channel, ears).catch(() => undefined)
      ears.heard()
    }
  }
}

async function connect(url: string, channel: string, { ownName, heard }: Ears): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
  })
  // Without anybody to hear it, the error of a broken connection would end the process; the next proof finds it too.
  client.on('error', () => {})
  client.on('notification', ({ payload }) => payload !== ownName && heard())
  await client.connect()
  await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  return client
}

/** Rejects when the connection breaks, says so or not; resolves when told to stop. */
async function untilBroken(client: pg.Client, signal: AbortSignal): Promise<void> {
  const broken = new Promise<never>((_, reject) => client.once('error', reject).once('end', reject))
  broken.catch(() => undefined)
  while (!signal.aborted) {
    await Promise.race([broken, waited(PROOF_MS, signal)])
    await client.query('select 1')
  }
}

function waited(milliseconds: number, signal: AbortSignal): Promise<void> {
  return pause(milliseconds, undefined, { signal }).catch(() => undefined)
}
