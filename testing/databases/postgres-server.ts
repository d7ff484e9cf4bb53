/** Runs a PostgreSQL server of Debian's packages: as its own user, on a free port, in a temporary folder. */
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../free-port.ts'

const USER = 'postgres'

/** Nothing protects the data against power failures, because it does not outlive the tests. */
const UNSAFE = ['fsync=off', 'full_page_writes=off', 'max_connections=300']

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
  const folder = mkdtempSync(join(tmpdir(), 'school-postgres-'))
  chownToServer(folder)
  const initdb = ['-D', join(folder, 'data'), '-U', USER, '--auth=trust', '-E', 'UTF8', '--no-sync']
  runTool('initdb', initdb, folder)
  return runIn(folder, settings)
}

/** Starts a streaming replica of a server. It takes writes after `promote`. */
export async function startReplica(primary: PostgresServer, settings: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'school-replica-'))
  chownToServer(folder)
  const data = join(folder, 'data')
  const source = `host=127.0.0.1 port=${primary.port} user=${USER} application_name=replica`
  runTool('pg_basebackup', ['-d', source, '-D', data, '-R', '-c', 'fast', '--no-sync'], folder)
  const server = await runIn(folder, settings)
  return { ...server, promote: () => runTool('pg_ctl', ['promote', '-D', data, '-w'], folder) }
}

/** Runs a server on the cluster in a folder, on a free port that stays the same. */
async function runIn(folder: string, settings: string[]): Promise<PostgresServer> {
  const port = await freePort()
  const url = (database: string) => `postgres://${USER}@127.0.0.1:${port}/${database}`
  const options = [...UNSAFE, ...settings].flatMap((setting) => ['-c', setting])
  const command = ['-D', join(folder, 'data'), '-p', `${port}`, '-h', '127.0.0.1', '-k', folder, ...options]
  const start = () => {
    const [postgres, args] = asService(findTool('postgres'), command)
    return spawn(postgres, args, { stdio: 'ignore', cwd: folder, detached: true })
  }
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

/** Copies a database that has no connections. Returns the URL of the copy. @param server the URL of another database on the server */
export async function copyDatabase(server: string, template: string): Promise<string> {
  const name = `school_${randomBytes(8).toString('hex')}`
  await query(server, `create database ${name} template ${template}`)
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

function runTool(name: string, args: string[], cwd: string): void {
  const [file, all] = asService(findTool(name), args)
  execFileSync(file, all, { stdio: 'ignore', cwd })
}

function findTool(name: string): string {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  return `/usr/lib/postgresql/${versions[0]}/bin/${name}`
}

/** Changes the user of a command, since PostgreSQL and PgBouncer do not run as root. */
export function asService(command: string, args: string[]): [string, string[]] {
  if (userInfo().uid !== 0) return [command, args]
  return ['setpriv', [`--reuid=${USER}`, `--regid=${USER}`, '--init-groups', command, ...args]]
}

/** Gives a folder to the user of `asService`. */
export function chownToServer(folder: string): void {
  if (userInfo().uid !== 0) return
  const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }))
  chownSync(folder, id('-u'), id('-g'))
}
