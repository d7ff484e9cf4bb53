/** Runs a PostgreSQL server of Debian's packages: as its own user, on a free port, in a temporary folder. */
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
  /** Creates a database. Returns its URL. */
  createDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

/** Starts a server without protection against power failures: its data does not outlive the tests. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'school-postgres-'))
  const data = join(folder, 'data')
  const port = await freePort()
  chownToServer(folder)
  const [initdb, initdbArgs] = runAsServer(findTool('initdb'), [
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
  const unsafe = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']
  const [postgres, args] = runAsServer(findTool('postgres'), [
    '-D',
    data,
    '-p',
    `${port}`,
    '-h',
    '127.0.0.1',
    '-k',
    folder,
    ...unsafe.flatMap((setting) => ['-c', setting]),
  ])
  const server = spawn(postgres, args, { stdio: 'ignore', cwd: folder })
  const url = (database: string) => `postgres://${USER}@127.0.0.1:${port}/${database}`
  await waitForAnswer(url('postgres'))
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

function findTool(name: string): string {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  return `/usr/lib/postgresql/${versions[0]}/bin/${name}`
}

/** Changes the user of a command, since PostgreSQL does not run as root. */
function runAsServer(command: string, args: string[]): [string, string[]] {
  if (userInfo().uid !== 0) return [command, args]
  return ['setpriv', [`--reuid=${USER}`, `--regid=${USER}`, '--init-groups', command, ...args]]
}

function chownToServer(folder: string): void {
  if (userInfo().uid !== 0) return
  const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }))
  chownSync(folder, id('-u'), id('-g'))
}
