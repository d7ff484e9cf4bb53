import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditCluster } from '../../testing/cluster/audit.ts'
import { createBuyers } from '../../testing/cluster/buying.ts'
import { send } from '../../testing/cluster/client.ts'
import { type Cluster, SECRET, startCluster } from '../../testing/cluster/cluster.ts'
import type { Instance } from '../../testing/cluster/instance.ts'
import { createInstance } from '../../testing/cluster/instance.ts'
import { startTraffic } from '../../testing/cluster/traffic.ts'
import { freePort } from '../../testing/free-port.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The last commit of the release before this schema, whose code must run on it during an upgrade. */
const LAST_RELEASE = '198aaa6'

const DRAIN = { DRAIN_SECONDS: '2' }
const SHORT_MS = 3_000

/** Stops of instances: each of three, twice. */
const STOPS = 6

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster({ settings: DRAIN })
}, 120_000)
afterAll(() => cluster?.stop(), 60_000)

async function startLoad(readers: number) {
  const { buyers, classIds } = await createBuyers(cluster, { students: 4, seats: 50, classes: 200 })
  const traffic = startTraffic(cluster.url, readers, buyers, classIds)
  await pause(SHORT_MS)
  return traffic
}

/** The steps of ops/nginx/rolling-restart.sh. */
async function restart(instance: Instance): Promise<void> {
  await cluster.balancer.takeOut(instance.port)
  await instance.stop()
  await instance.start()
  expect((await send(`${instance.url}/readyz`)).status).toBe(200)
  await cluster.balancer.takeOut(null)
}

describe('under load', () => {
  it('a restart of all instances, one after the other, fails no request', { timeout: 300_000 }, async () => {
    const traffic = await startLoad(4)
    for (const instance of cluster.instances) await restart(instance)
    await pause(SHORT_MS)
    await traffic.stop()
    expect(traffic.failures).toEqual([])
    expect(traffic.bought.length).toBeGreaterThan(5)
    expect(traffic.responses).toBeGreaterThan(100)
    expect((await auditCluster(cluster)).output).toContain('No discrepancies')
  })

  it('SIGTERM alone, without a word to nginx, fails no request of readers and of buyers', {
    timeout: 300_000,
  }, async () => {
    const traffic = await startLoad(4)
    for (let stop = 0; stop < STOPS; stop++) {
      const instance = cluster.instances[stop % cluster.instances.length]
      await instance?.stop()
      await instance?.start()
      await pause(SHORT_MS)
    }
    await traffic.stop()
    expect(traffic.failures).toEqual([])
    expect(traffic.bought.length).toBeGreaterThan(5)
    expect((await auditCluster(cluster)).output).toContain('No discrepancies')
  })

  it('a stopping instance is not ready before it closes its port', { timeout: 60_000 }, async () => {
    const [instance] = cluster.instances
    if (!instance) throw new Error('there is no instance')
    await cluster.balancer.takeOut(instance.port)
    const stopping = instance.stop()
    await expect.poll(async () => (await send(`${instance.url}/readyz`)).status, { interval: 20 }).toBe(503)
    expect((await send(`${instance.url}/healthz`)).status).toBe(200)
    await stopping
    await expect(send(`${instance.url}/readyz`)).rejects.toThrow('ECONNREFUSED')
    await instance.start()
    await cluster.balancer.takeOut(null)
  })

  it('an instance that is killed costs at most its own requests in flight', { timeout: 120_000 }, async () => {
    const traffic = await startLoad(4)
    const [, instance] = cluster.instances
    await instance?.kill()
    await pause(SHORT_MS)
    await instance?.start()
    await pause(SHORT_MS)
    await traffic.stop()
    // Four students buy at once, and nginx repeats no POST. Reading is repeated by another instance.
    expect(traffic.failures.length).toBeLessThanOrEqual(4)
    expect(traffic.failures.filter((failure) => failure.startsWith('GET'))).toEqual([])
    const { output } = await auditCluster(cluster)
    expect(output).toContain('No discrepancies')
  })
})

/** A copy without history does not have the commit. */
const hasRelease = spawnSync('git', ['cat-file', '-e', LAST_RELEASE], { cwd: ROOT }).status === 0

describe.runIf(hasRelease)('during an upgrade', () => {
  it('the code of the last release runs on the new schema', { timeout: 180_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'school-release-'))
    const release = join(folder, 'code')
    execFileSync('git', ['worktree', 'add', '--detach', release, LAST_RELEASE], { cwd: ROOT, stdio: 'ignore' })
    try {
      for (const name of ['node_modules', 'build']) await symlink(join(ROOT, name), join(release, name))
      const port = await freePort()
      const settings = { DATABASE_URL: cluster.databaseUrl, PUBLIC_URL: `http://127.0.0.1:${port}`, SECRET, DEMO: 'on' }
      const old = createInstance(port, { ...settings, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' }, release)
      await old.start()
      const { buyers, classIds } = await createBuyers(
        { url: old.url, databaseUrl: cluster.databaseUrl },
        { students: 2, seats: 10 },
      )
      const traffic = startTraffic(old.url, 0, buyers, classIds)
      await pause(SHORT_MS)
      await traffic.stop()
      await old.stop()
      expect(traffic.failures).toEqual([])
      expect(traffic.bought).toHaveLength(2)
      expect((await auditCluster(cluster)).output).toContain('No discrepancies')
    } finally {
      execFileSync('git', ['worktree', 'remove', '--force', release], { cwd: ROOT, stdio: 'ignore' })
      await rm(folder, { recursive: true, force: true })
    }
  })
})
