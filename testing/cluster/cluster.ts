/** A demo school on several instances: nginx, PgBouncer, PostgreSQL, a bucket, and one folder for all of it. */
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { chownToServer, type PostgresServer, startPostgres } from '../databases/postgres-server.ts'
import { freePort } from '../free-port.ts'
import { startDaemon } from './daemon.ts'
import { createInstance, type Instance } from './instance.ts'
import { type LoadBalancer, startNginx } from './nginx.ts'

export const SECRET = 'a secret of the demo on several instances'
const INSTANCES = 3

export interface Cluster {
  url: string
  /** The folder in which e-mails of all instances arrive. */
  dataDir: string
  /** PostgreSQL itself, without PgBouncer. */
  databaseUrl: string
  postgres: PostgresServer
  instances: Instance[]
  balancer: LoadBalancer
  stop(): Promise<void>
}

interface ClusterOptions {
  /** Number, 3 by default. */
  instances?: number
  /** Settings of every instance beside its own. */
  settings?: Record<string, string>
  postgres?: PostgresServer
  /** Port at which the instances reach the database server, if not its own. */
  databasePort?: number
}

/** Starts everything, all instances at once. The caller stops it. */
export async function startCluster({
  instances: count = INSTANCES,
  settings = {},
  postgres,
  databasePort,
}: ClusterOptions = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'school-cluster-'))
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  try {
    chownToServer(folder)
    const server = postgres ?? (await startPostgres())
    stops.push(() => server.stop())
    const created = new URL(await server.createDatabase('school'))
    created.port = `${databasePort ?? server.port}`
    const databaseUrl = created.href
    const pooler = await startPgBouncer(databaseUrl, folder)
    stops.push(pooler.stop)
    const bucket = await startBucket(join(folder, 'bucket'))
    stops.push(bucket.stop)
    const ports = await Promise.all(Array.from({ length: count }, freePort))
    const balancer = await startNginx(ports, folder)
    stops.push(balancer.stop)
    const own = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: databaseUrl, PUBLIC_URL: balancer.url, SECRET }
    const all = { ...own, ...bucket.settings, DEMO: 'on', TRUST_PROXY: 'on', LOG_LEVEL: 'warn', ...settings }
    const dataDir = join(folder, 'shared')
    await mkdir(join(dataDir, 'mail'), { recursive: true })
    const instances = await Promise.all(ports.map((port) => prepareInstance(port, all, folder)))
    stops.push(async () => void (await Promise.all(instances.map((instance) => instance.stop()))))
    await Promise.all(instances.map((instance) => instance.start()))
    return { url: balancer.url, dataDir, databaseUrl, postgres: server, instances, balancer, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Each instance has a data folder of its own, as on another machine. Only e-mails arrive in one place. */
async function prepareInstance(port: number, settings: Record<string, string>, folder: string): Promise<Instance> {
  const dataDir = join(folder, `instance-${port}`)
  await mkdir(dataDir, { mode: 0o700 })
  await symlink(join(folder, 'shared/mail'), join(dataDir, 'mail'))
  return createInstance(port, { ...settings, DATA_DIR: dataDir })
}

const BUCKET = 'school-pictures'

/** Starts a bucket of S3 on this machine in a folder. Returns the settings with which instances use it. */
async function startBucket(directory: string) {
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: BUCKET }] }
  const server = new S3rver(options)
  const { port } = await server.run()
  const keys = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
  const settings = { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: BUCKET, S3_REGION: 'eu-central-1', ...keys }
  return { settings, stop: () => server.close() }
}

const EXAMPLE = join(import.meta.dirname, '../../ops/pgbouncer/pgbouncer.ini')

/** Settings of the example that do not fit a temporary server. */
const OWN = /^(listen_\w+|auth_\w+|school) = .*\n/gm

/** Starts PgBouncer in transaction mode in front of the server of `databaseUrl`. Returns the URL of the database through it. */
async function startPgBouncer(databaseUrl: string, folder: string) {
  const port = await freePort()
  const { hostname, port: target, username, pathname } = new URL(databaseUrl)
  const example = (await readFile(EXAMPLE, 'utf8')).replace(OWN, '')
  const own = { listen_addr: '127.0.0.1', listen_port: port, auth_type: 'any', unix_socket_dir: '' }
  const lines = Object.entries(own).map(([name, value]) => `${name} = ${value}`)
  const database = `* = host=${hostname} port=${target} user=${username}`
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `${example.replace('[databases]\n', `[databases]\n${database}\n`)}\n${lines.join('\n')}\n`)
  const daemon = await startDaemon(['/usr/sbin/pgbouncer', '-q', file], folder, port)
  return { url: `postgres://${username}@127.0.0.1:${port}${pathname}`, stop: daemon.stop }
}
