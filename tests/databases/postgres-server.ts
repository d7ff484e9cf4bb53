/** A PostgreSQL server of our own: Debian's, run as its own user, on a free port, in a temporary folder. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../free-port.ts'

const USER = 'postgres'

export interface PostgresServer {
  url(database: string): string
  /** Creates a database, and answers its address. */
  createDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

/** Starts a server that is quick rather than safe: nothing in it outlives the tests. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'school-postgres-'))
  const data = join(folder, 'data')
  const port = await freePort()
  giveToServer(folder)
  const [initdb, initdbArgs] = asServer(tool('initdb'), [
    '-D',
    data,
    '-U',
    USER,
    '--auth=trust',
    '-E',
    'UTF8',
    '--no-sync',
  ])
  execFileSync(initdb, initdbArgs, { stdio: 'ignore', cwd: folder })
  const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']
  const [postgres, args] = asServer(tool('postgres'), [
    '-D',
    data,
    '-p',
    `${port}`,
    '-h',
    '127.0.0.1',
    '-k',
    folder,
    ...quick.flatMap((q) => ['-c', q]),
  ])
  const server = spawn(postgres, args, { stdio: 'ignore', cwd: folder })
  const url = (database: string) => `postgres://${USER}@127.0.0.1:${port}/${database}`
  await answering(url('postgres'))
  return {
    url,
    async createDatabase(name) {
      await query(url('postgres'), `create database ${pg.escapeIdentifier(name)}`)
      return url(name)
    },
    async stop() {
      server.kill('SIGINT')
      await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await query(url, 'select 1')
    } catch (error) {
      if (tries === 150) throw error
      await pause(100)
    }
  }
}

function tool(name: string): string {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  return `/usr/lib/postgresql/${versions[0]}/bin/${name}`
}

/** PostgreSQL refuses to run as root. */
function asServer(command: string, args: string[]): [string, string[]] {
  if (userInfo().uid !== 0) return [command, args]
  return ['setpriv', [`--reuid=${USER}`, `--regid=${USER}`, '--init-groups', command, ...args]]
}

function giveToServer(folder: string): void {
  if (userInfo().uid !== 0) return
  const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }))
  chownSync(folder, id('-u'), id('-g'))
}
