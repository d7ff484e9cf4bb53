import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { copyTemplate, dropDatabase } from '../../../testing/databases/template.ts'
import { StartError } from '../start-error.ts'
import { findTimeout, openPostgres } from './postgres.ts'

/** Longer than queries wait for a connection. */
const SLOW_MS = 5_500

/** Opens a proxy of a database that passes new connections on after a delay, or never. */
async function openSlowDatabase(delayMs: number) {
  const source = new URL(await copyTemplate())
  const sockets: Socket[] = []
  const state = { delayMs }
  const server = createServer(async (incoming) => {
    sockets.push(incoming.on('error', () => {}))
    await pause(state.delayMs, undefined, { ref: false })
    const outgoing = connect(Number(source.port), source.hostname).on('error', () => incoming.destroy())
    sockets.push(outgoing)
    incoming.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing).pipe(incoming)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    await dropDatabase(source.href)
  })
  const url = new URL(source)
  url.port = `${(server.address() as AddressInfo).port}`
  return { url: url.href, state }
}

/** Longer than any test. */
const NEVER_MS = 600_000

it('a start waits for a database that accepts connections late, and others end after five seconds', async () => {
  const { url } = await openSlowDatabase(SLOW_MS)
  const started = openPostgres(url, () => {}, { migrates: false, startTimeoutMs: 4 * SLOW_MS })
  await expect(openPostgres(url, () => {}, { migrates: false })).rejects.toThrow(
    'DATABASE_URL: the database does not respond (',
  )
  await (await started).close()
})

it('queries wait five seconds for a connection once the start has ended', { timeout: 20_000 }, async () => {
  const { url, state } = await openSlowDatabase(0)
  const database = await openPostgres(url, () => {}, { migrates: false, startTimeoutMs: NEVER_MS })
  const sleep = () => database.db.execute(sql`select pg_sleep(0.2)`)
  database.endStart()
  state.delayMs = NEVER_MS
  const startedAt = performance.now()
  const outcomes = await Promise.allSettled([sleep(), sleep()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const waitedMs = performance.now() - startedAt
  expect(waitedMs).toBeGreaterThan(4_900)
  expect(waitedMs).toBeLessThan(10_000)
  await database.close()
})

it('a start says once that it waits while another process migrates', { timeout: 20_000 }, async () => {
  const { url } = await openSlowDatabase(0)
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query('select pg_advisory_lock(20190101)')
  const onMigrationWait = vi.fn()
  const opened = openPostgres(url, () => {}, { onMigrationWait })
  await expect.poll(() => onMigrationWait.mock.calls.length, { timeout: 10_000 }).toBe(1)
  await other.end()
  await (await opened).close()
  expect(onMigrationWait).toHaveBeenCalledOnce()
  const without = vi.fn()
  await (await openPostgres(url, () => {}, { onMigrationWait: without })).close()
  await pause(3_100)
  expect(without).not.toHaveBeenCalled()
})

it('a start ends with one line where the database accepts no further connection', async () => {
  const { url, state } = await openSlowDatabase(0)
  const database = await openPostgres(url, () => {}, { startTimeoutMs: 500 })
  state.delayMs = NEVER_MS
  const query = () => database.db.execute(sql`select pg_sleep(0.01)`)
  const [result] = (await Promise.allSettled([query(), query()])).filter(({ status }) => status === 'rejected')
  const { reason } = result as PromiseRejectedResult
  const problem = findTimeout(reason, 'DATA_DIR')
  expect(problem).toBeInstanceOf(StartError)
  expect(problem?.message).toMatch(/^DATA_DIR: the database does not respond \(.+\)$/)
  expect(findTimeout(new Error('another', { cause: new Error('one') }), 'DATA_DIR')).toBeNull()
  await database.close()
})
