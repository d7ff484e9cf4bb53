import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../bench/signed-in.ts'
import { api } from '../../contract/api.ts'
import { auditCluster } from '../../testing/cluster/audit.ts'
import { buy, createBuyers } from '../../testing/cluster/buying.ts'
import { send } from '../../testing/cluster/client.ts'
import { type Cluster, startCluster } from '../../testing/cluster/cluster.ts'
import { query } from '../../testing/databases/postgres-server.ts'

const VISIBLE_WITHIN_MS = 1000
const BUYERS = 200
const SEATS = 120

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
}, 120_000)
afterAll(() => cluster?.stop(), 60_000)

async function readNumber(statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return Number(Object.values(rows[0])[0])
}

/** Reads a page at one instance, as nginx requests it. */
async function readAt(port: number, path: string): Promise<string> {
  const { host } = new URL(cluster.url)
  return (await send(`http://127.0.0.1:${port}${path}`, { headers: { host } })).body
}

describe('three instances that started at once on an empty database', () => {
  it('have migrated it and filled the demo once', async () => {
    expect(await readNumber(`select count(*) from users where email = 'admin@demo.school'`)).toBe(1)
    expect(await readNumber(`select count(*) from identity."user" where email = 'admin@demo.school'`)).toBe(1)
    expect(await readNumber('select count(*) from identity.account')).toBe(3)
    expect(await readNumber('select count(*) - count(distinct name) from classes')).toBe(0)
  })

  it('use PgBouncer for everything but one connection each, which listens', async () => {
    const direct = `select count(*) from pg_stat_activity where datname = 'school' and application_name = ''`
    expect(await readNumber(`${direct} and pid <> pg_backend_pid()`)).toBeLessThanOrEqual(3)
    expect(await readNumber('select count(*) from pg_prepared_statements')).toBe(0)
  })

  it('show within a second what was written through another one', async () => {
    const ports = cluster.instances.map(({ port }) => port)
    for (const port of ports) expect(await readAt(port, '/')).not.toContain('Seen by all three')
    await query(cluster.databaseUrl, `update school set footer_line = 'Seen by all three'`)
    const begun = performance.now()
    for (const port of ports)
      await expect.poll(() => readAt(port, '/'), { interval: 20 }).toContain('Seen by all three')
    expect(performance.now() - begun).toBeLessThan(VISIBLE_WITHIN_MS)
  })

  it('accept a session of one another, and end it everywhere', async () => {
    const { token, cookie } = await signIn(cluster.url, 'student@demo.school', 'Demo@2019')
    const headers = { authorization: `Bearer ${token}` }
    const readAll = () =>
      Promise.all(cluster.instances.map(({ url }) => send(`${url}/api/cart?email=student@demo.school`, { headers })))
    expect((await readAll()).map(({ status }) => status)).toEqual([200, 200, 200])
    const out = {
      method: 'POST',
      headers: { cookie, origin: cluster.url, 'content-type': 'application/json' },
      body: '{}',
    }
    expect((await send(`${cluster.url}/api/auth/sign-out`, out)).status).toBe(200)
    expect((await readAll()).map(({ status }) => status)).toEqual([401, 401, 401])
  })

  it('count wrong passwords together', async () => {
    const body = JSON.stringify({ email: 'instructor@demo.school', password: 'Wrong@2019' })
    const headers = { 'content-type': 'application/json', origin: cluster.url }
    const attempt = () => send(`${cluster.url}/api/auth/sign-in/email`, { method: 'POST', headers, body })
    const statuses: number[] = []
    for (let time = 0; time < 21; time++) statuses.push((await attempt()).status)
    expect(statuses).toEqual([...Array(20).fill(401), 429])
  }, 120_000)

  it(`sell ${SEATS} seats to ${BUYERS} buyers at once, each seat once`, async () => {
    const { buyers, classIds } = await createBuyers(cluster, { students: BUYERS, seats: SEATS })
    const [classId = ''] = classIds
    const bought = await Promise.allSettled(buyers.map((buyer) => buy(cluster.url, buyer, classId)))
    const refusals = bought.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(new Set(refusals)).toEqual(new Set(['SEATS_HELD']))
    expect(refusals).toHaveLength(BUYERS - SEATS)
    expect(await readNumber(`select count(*) from enrolments where class_id = '${classId}'`)).toBe(SEATS)
    expect(await readNumber(`select seats from runs where class_id = '${classId}'`)).toBe(0)
    const payments = await Promise.all(
      buyers.slice(0, 5).map(({ call, email }) => call(api.listPayments, { query: { email } })),
    )
    expect(payments.flat().length).toBeLessThanOrEqual(5)
    expect((await auditCluster(cluster)).output).toContain('No discrepancies')
  }, 300_000)
})
