/** Runs PostgreSQL for tests and bench: on a free port, in a temporary folder. */
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findEngine } from '../../server/platform/database/engine.ts'
import { giveTo } from '../../server/platform/database/postgres-process.ts'
import { freePort } from '../free-port.ts'

const USER = 'postgres'

/** The user and group of servers that refuse root: `nobody`. */
const NOBODY = 65534

/** Nothing protects the data against power failures, because it does not outlive the tests. */
const UNSAFE = [
  'fsync=off',
  'full_page_writes=off',
  'max_connections=300',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'io_method=sync',
]

/** As the embedded one. */
const INITDB = ['-E', 'UTF8', '--locale=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-sync']

export interface PostgresServer {
  port: number
  /** The folder that a replica is copied from, and that `halt` keeps. */
  folder: string
  url(database: string): string
  /** Creates a database. Returns its URL. */
  createDatabase(name: string): Promise<string>
  /** Ends the server at once, as a crash does. Its data stays. */
  halt(): Promise<void>
  /** Starts it again after `halt`. */
  resume(): Promise<void>
  stop(): Promise<void>
}

/** Starts an empty server. */
export async function startPostgres(settings: string[] = ['synchronous_commit=off']): Promise<PostgresServer> {
  const { initdb, identity } = await findEngine()
  const folder = mkdtempSync(join(tmpdir(), 'school-postgres-'))
  const { prefix, ...user } = identity
  giveTo(folder, user.uid)
  const [file = '', ...args] = [...prefix, initdb, '-D', join(folder, 'data'), '-U', USER, '--auth=trust', ...INITDB]
  const { status, stderr } = spawnSync(file, args, { cwd: folder, encoding: 'utf8', ...user })
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`)
  return runIn(folder, settings)
}

/** Starts a streaming replica of a server. It takes writes after `promote`. */
export async function startReplica(primary: PostgresServer, settings: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'school-replica-'))
  const data = join(folder, 'data')
  await copyRunning(primary, data)
  const source = `host=127.0.0.1 port=${primary.port} user=${USER} application_name=replica`
  writeFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  writeFileSync(join(data, 'standby.signal'), '')
  giveTo(folder, (await findEngine()).identity.uid)
  const server = await runIn(folder, settings)
  return { ...server, promote: () => query(server.url('postgres'), 'select pg_promote()') }
}

/** Copies the files of a running server. Source: PostgreSQL, "Making a Base Backup Using the Low Level API" */
async function copyRunning(primary: PostgresServer, data: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url('postgres') })
  await client.connect()
  await client.query(`select pg_backup_start('replica', true)`)
  const isCopied = (path: string) => !/postmaster\.(pid|opts)$/.test(path)
  cpSync(join(primary.folder, 'data'), data, { recursive: true, filter: isCopied })
  const { rows } = await client.query('select labelfile from pg_backup_stop()')
  await client.end()
  writeFileSync(join(data, 'backup_label'), rows[0].labelfile)
}

/** Runs a server on the cluster in a folder, on a free port that stays the same. */
async function runIn(folder: string, settings: string[]): Promise<PostgresServer> {
  const { postgres, identity } = await findEngine()
  const port = await freePort()
  const url = (database: string) => `postgres://${USER}@127.0.0.1:${port}/${database}`
  const options = [...UNSAFE, ...settings].flatMap((setting) => ['-c', setting])
  const { prefix, ...user } = identity
  const [file = '', ...args] = [...prefix, postgres, '-D', join(folder, 'data'), '-p', `${port}`, ...options]
  const start = () => spawn(file, args, { stdio: 'ignore', cwd: folder, detached: true, ...user })
  let server = start()
  const kill = () => void server.kill('SIGQUIT')
  process.once('exit', kill)
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill(signal)
    await once(server, 'exit')
  }
  await waitForAnswer(url('postgres'))
  return {
    port,
    folder,
    url,
    async createDatabase(name) {
      await query(url('postgres'), `create database ${pg.escapeIdentifier(name)}`)
      return url(name)
    },
    halt: () => end('SIGQUIT'),
    async resume() {
      server = start()
      await waitForAnswer(url('postgres'))
    },
    async stop() {
      await end('SIGINT')
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Copies a database that has no connections. Returns the URL of the copy. Its files are copied, not logged block by block, which takes half
 * of the time for as few rows.
 * @param server the URL of another database on the server
 */
export async function copyDatabase(
  server: string,
  template: string,
  name = `school_${randomBytes(8).toString('hex')}`,
): Promise<string> {
  await query(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/** Drops a database and closes the connections to it. @param server the URL of another database on the server */
export async function dropDatabase(server: string, url: string): Promise<void> {
  await query(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
}

/** Runs one statement on a new connection. */
export async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function waitForAnswer(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await query(url, 'select 1')
    } catch (error) {
      if (attempt === 150) throw error
      await pause(100)
    }
  }
}

/** Changes the user of a command, for servers that do not run as root. */
export function asService(command: string, args: string[]): [string, string[]] {
  if (process.getuid?.() !== 0) return [command, args]
  return ['setpriv', [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', command, ...args]]
}

/** Gives a folder to the user of `asService`. */
export function chownToServer(folder: string): void {
  if (process.getuid?.() === 0) chownSync(folder, NOBODY, NOBODY)
}
