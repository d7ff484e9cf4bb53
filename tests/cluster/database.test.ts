import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { auditCluster } from '../../testing/cluster/audit.ts'
import { createBuyers } from '../../testing/cluster/buying.ts'
import { send } from '../../testing/cluster/client.ts'
import { startCluster } from '../../testing/cluster/cluster.ts'
import { openMovingAddress } from '../../testing/cluster/moving-address.ts'
import { startTraffic, type Traffic } from '../../testing/cluster/traffic.ts'
import { type PostgresServer, query, startPostgres, startReplica } from '../../testing/databases/postgres-server.ts'

const AWAY_MS = 30_000
const SHORT_MS = 3_000
const RECOVERY = { timeout: 20_000, interval: 200 }

/** Returns the acknowledged purchases that the database does not have. */
async function findLost({ bought }: Traffic, databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select transaction_id from payments')
  await client.end()
  const stored = new Set(rows.map(({ transaction_id }) => transaction_id))
  return bought.filter((id) => !stored.has(id))
}

async function createServer(settings?: string[]): Promise<PostgresServer> {
  const server = await startPostgres(settings)
  onTestFinished(() => server.stop())
  return server
}

describe('PostgreSQL', () => {
  it('that is away for 30 s costs errors and no data, and the school recovers without help', {
    timeout: 240_000,
  }, async () => {
    const postgres = await createServer([])
    const cluster = await startCluster({ postgres })
    onTestFinished(() => cluster.stop())
    const { buyers, classIds } = await createBuyers(cluster, { students: 4, seats: 50, classes: 200 })
    const traffic = startTraffic(cluster.url, 2, buyers, classIds)
    await pause(SHORT_MS)
    await postgres.halt()
    const readiness = () => Promise.all(cluster.instances.map(async ({ url }) => (await send(`${url}/readyz`)).status))
    await expect.poll(readiness, RECOVERY).toEqual([503, 503, 503])
    await pause(AWAY_MS)
    expect((await send(`${cluster.url}/api/auth/get-session`)).status).toBeLessThan(504)
    await postgres.resume()
    await expect.poll(readiness, RECOVERY).toEqual([200, 200, 200])
    const before = traffic.bought.length
    await expect.poll(() => traffic.bought.length, RECOVERY).toBeGreaterThan(before)
    await traffic.stop()
    expect(await findLost(traffic, cluster.databaseUrl)).toEqual([])
    await query(cluster.databaseUrl, `update school set footer_line = 'Heard after the failure'`)
    for (const { url } of cluster.instances)
      await expect
        .poll(async () => (await send(`${url}/`, { headers: { host: new URL(cluster.url).host } })).body)
        .toContain('Heard after the failure')
    expect((await auditCluster(cluster)).output).toContain('No discrepancies')
  })

  it('that fails over to its replica loses no acknowledged purchase', { timeout: 240_000 }, async () => {
    const primary = await createServer(['synchronous_commit=remote_apply', 'wal_level=replica'])
    const address = await openMovingAddress(primary.port)
    onTestFinished(() => address.close())
    const cluster = await startCluster({ postgres: primary, databasePort: address.port })
    onTestFinished(() => cluster.stop())
    const replica = await startReplica(primary, ['synchronous_commit=on'])
    onTestFinished(() => replica.stop())
    await query(primary.url('postgres'), `alter system set synchronous_standby_names = 'replica'`)
    await query(primary.url('postgres'), 'select pg_reload_conf()')
    const { buyers, classIds } = await createBuyers(cluster, { students: 4, seats: 50, classes: 200 })
    const traffic = startTraffic(cluster.url, 1, buyers, classIds)
    await expect.poll(() => traffic.bought.length, { timeout: 60_000 }).toBeGreaterThan(10)
    await primary.halt()
    await replica.promote()
    await query(replica.url('postgres'), `alter system reset synchronous_standby_names`)
    await query(replica.url('postgres'), 'select pg_reload_conf()')
    address.moveTo(replica.port)
    const before = traffic.bought.length
    await expect.poll(() => traffic.bought.length, RECOVERY).toBeGreaterThan(before)
    await traffic.stop()
    expect(await findLost(traffic, replica.url('school'))).toEqual([])
    expect((await auditCluster(cluster)).output).toContain('No discrepancies')
  })
})
