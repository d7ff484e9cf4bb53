import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { api } from '#contract/api.ts'
import type { CallError } from '#contract/call.ts'
import { openForThisTest } from '../../../testing/application.ts'
import { prepareDatabase } from '../../../testing/databases/prepared.ts'
import { canMount, openSmallDisk } from '../../../testing/small-disk.ts'
import { type DatabaseConnection, type OpenOptions, readRows } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'

const ROOT = join(import.meta.dirname, '../../..')
const isRoot = process.getuid?.() === 0

/** A user without a name, and a user and group that every Debian has. */
const NAMELESS = 12345
const DAEMON = 1

let folder: string
/** A data folder whose database is migrated and closed. */
let prepared: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'school-embedded-'))
  await chmod(folder, 0o755)
  prepared = join(folder, 'prepared')
  const database = await openEmbedded(prepared)
  await prepareDatabase(database)
  await database.close()
}, 60_000)
afterAll(() => rm(folder, { recursive: true }))

let copies = 0
async function copyPrepared(name = `copy-${++copies}`): Promise<string> {
  const path = join(folder, name)
  await cp(prepared, path, { recursive: true })
  return path
}

async function open(dataDir: string, options?: OpenOptions): Promise<DatabaseConnection> {
  const database = await openEmbedded(dataDir, () => {}, options)
  let isOpen = true
  const close = async () => {
    if (isOpen) await database.close()
    isOpen = false
  }
  onTestFinished(close)
  return { ...database, close }
}

const write = ({ db }: DatabaseConnection, text: string) => db.execute(sql`update school set footer_line = ${text}`)
const read = async ({ db }: DatabaseConnection) =>
  (await readRows<{ footer_line: string | null }>(db, sql`select footer_line from school`))[0]?.footer_line

/** Returns the id of PostgreSQL's first process. */
const readPid = async (dataDir: string) =>
  Number.parseInt(await readFile(join(dataDir, 'database/postmaster.pid'), 'utf8'), 10)

/** A process that has ended and that its parent has not waited for has no command. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

/** Opens a database in a process of its own. Resolves when it is open. */
async function openInProcess(
  dataDir: string,
  options: { uid?: number; gid?: number; PATH?: string } = {},
): Promise<ChildProcess & { output(): string }> {
  const { PATH = process.env.PATH, ...user } = options
  const args = ['testing/open-embedded.ts', dataDir]
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { PATH }, stdio: ['ignore', 'pipe', 'pipe'], ...user })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  let isOver = false
  child.once('close', () => {
    isOver = true
  })
  while (!output.includes('ready') && !isOver) await pause(20)
  return Object.assign(child, { output: () => output })
}

describe('the embedded database', () => {
  it('is PostgreSQL 18, orders by code point, and knows all letters', async () => {
    const database = await open(await copyPrepared())
    const [row] = await readRows(
      database.db,
      sql`select current_setting('server_version_num')::int / 10000 as version, lower('ÉФ') as lower, 'Z' < 'a' as "byCodePoint",
        array_length(show_trgm('éф'), 1) as trigrams, current_setting('fsync') as fsync`,
    )
    expect(row).toEqual({ version: 18, lower: 'éф', byCodePoint: true, trigrams: 3, fsync: 'on' })
  })

  it('works in a path with blanks, quotes and other letters, and in one that is too long for a socket', async () => {
    for (const name of [`it's a "school", ü`, `long/${'x'.repeat(60)}/${'y'.repeat(80)}`]) {
      const dataDir = await copyPrepared(name)
      const first = await open(dataDir)
      await write(first, name)
      await first.close()
      expect(await read(await open(dataDir))).toBe(name)
    }
  })

  it('is used by commands while the server runs, which lets them finish when it stops', async () => {
    const dataDir = await copyPrepared()
    const server = await open(dataDir, { isExclusive: true })
    const command = await open(dataDir)
    await write(command, 'by a command')
    expect(await read(server)).toBe('by a command')
    const slow = command.db.execute(sql`select pg_sleep(0.5)`)
    await pause(50)
    const closing = server.close()
    await slow
    await command.close()
    await closing
    await expect(stat(join(dataDir, 'database/postmaster.pid'))).rejects.toThrow('ENOENT')
  })

  it('stops at once when it is closed, also where something still listens to it', async () => {
    const database = await open(await copyPrepared())
    await database.listen('a_channel', () => {})
    const begin = performance.now()
    await database.close()
    expect(performance.now() - begin).toBeLessThan(10_000)
  })

  it('can be reached by a port, with its password only, as on Windows', async () => {
    const dataDir = join(folder, 'by-port')
    const database = await openEmbedded(dataDir, undefined, {}, 'port')
    onTestFinished(() => database.close())
    const command = await openEmbedded(dataDir, undefined, {}, 'port')
    expect(await readRows(command.db, sql`select inet_server_addr()::text as address`)).toEqual([
      { address: '127.0.0.1/32' },
    ])
    await command.close()
    const port = (await readFile(join(dataDir, 'database/postmaster.pid'), 'utf8')).split('\n')[3]
    await expect(openPostgres(`postgres://school:wrong@127.0.0.1:${port}/postgres`, () => {})).rejects.toThrow(
      'password authentication failed',
    )
    expect((await stat(join(dataDir, 'database/password'))).mode & 0o077).toBe(0)
  })

  it('is refused to a second server in words', async () => {
    const dataDir = await copyPrepared()
    await open(dataDir)
    await expect(openEmbedded(dataDir, undefined, { isExclusive: true })).rejects.toThrow(
      `DATA_DIR: ${dataDir} is in use by another process; stop it, or set DATA_DIR to another folder`,
    )
  })

  it('starts with the file of a server that ended with the power, empty or with the number of another process', async () => {
    const dataDir = await copyPrepared()
    const file = join(dataDir, 'database/postmaster.pid')
    for (const text of ['', `${process.pid}\n${dataDir}/database\n`]) {
      await writeFile(file, text)
      const database = await open(dataDir)
      expect(await read(database)).toBe(null)
      await database.close()
    }
  })

  it('starts on a copy that others could read', async () => {
    const dataDir = await copyPrepared()
    await chmod(join(dataDir, 'database'), 0o755)
    await open(dataDir)
    expect((await stat(join(dataDir, 'database'))).mode & 0o777).toBe(0o700)
  })

  it('starts where an earlier start was cut short while it created it', async () => {
    const dataDir = join(folder, 'cut-short')
    await mkdir(join(dataDir, 'database.new/base'), { recursive: true, mode: 0o700 })
    await writeFile(join(dataDir, 'database.new/PG_VERSION'), '')
    const database = await open(dataDir)
    expect(await readRows(database.db, sql`select count(*)::int as count from users`)).toEqual([{ count: 0 }])
  })
})

describe('a folder of another release', () => {
  /** Bytes 0 to 255 of global/pg_control as PGlite 0.5.16 wrote it; that of a 64-bit server has a 1 at 248. */
  const PGLITE = [
    'KgBHhpjnCWsIBwAAMwASDAEAAAAAAAAAw+cJawAAAACger4BAAAAAKB6vgEAAAAAAQAAAAEAAAABAAAAAQAAAA8DAAAAAAAA0EYAAAEAAAAAAA',
    'AA6AIAAAEAAAABAAAAAQAAAAAAAADD5wlrAAAAAAAAAAAAAAAAAAAAAAAAAADoAwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAEAAAAAAAAAZAAAAAAAAAAKAAAAAAAAAEAAAAAAAAAACAAAAAAAAACH1jJBACAAAAAAAgAAIAAAAAAAAUAAAAAgAAAAzAcAAAAIAA',
    'AAAAAAAQAAAA==',
  ].join('')

  async function createFolder(version: string, control: Buffer): Promise<string> {
    const dataDir = await mkdtemp(join(folder, 'other-'))
    await mkdir(join(dataDir, 'database/global'), { recursive: true })
    await writeFile(join(dataDir, 'database/PG_VERSION'), `${version}\n`)
    await writeFile(join(dataDir, 'database/global/pg_control'), control)
    return dataDir
  }

  it.each([
    ['PGlite', '18', Buffer.concat([Buffer.from(PGLITE, 'base64'), Buffer.alloc(8192)])],
    ['an older PostgreSQL', '17', Buffer.alloc(8192, 1)],
    ['a newer PostgreSQL', '19', Buffer.alloc(8192, 1)],
  ])('of %s is refused with how to take it along, and stays as it is', async (_name, version, control) => {
    const dataDir = await createFolder(version, control)
    const data = join(dataDir, 'database')
    await expect(openEmbedded(dataDir)).rejects.toThrow(
      `npm run backup with that release, move ${data} away, npm run restore with this one`,
    )
    expect((await readdir(data, { recursive: true })).sort()).toEqual(['PG_VERSION', 'global', 'global/pg_control'])
    expect(await readFile(join(data, 'global/pg_control'))).toEqual(control)
  })
})

describe('PostgreSQL', () => {
  it.each([1, 2, 3])('ends when its process is killed, and the next start waits for it, time %i', async () => {
    const dataDir = await copyPrepared()
    const killed = await openInProcess(dataDir)
    const pid = await readPid(dataDir)
    expect(isRunning(pid)).toBe(true)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const database = await open(dataDir)
    expect(isRunning(pid)).toBe(false)
    await database.close()
  })

  it('ends by itself within a second after its process was killed', async () => {
    const dataDir = await copyPrepared()
    const killed = await openInProcess(dataDir)
    const pid = await readPid(dataDir)
    killed.kill('SIGKILL')
    await expect.poll(() => isRunning(pid), { timeout: 5_000, interval: 20 }).toBe(false)
  })

  it('stays when Ctrl-C reaches the terminal, until its process has closed it', async () => {
    const dataDir = await copyPrepared()
    const child = await openInProcess(dataDir)
    const pid = await readPid(dataDir)
    const session = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[3]
    expect(Number(session)).toBe(pid)
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
    expect(isRunning(pid)).toBe(false)
  })

  it.each(['all of it', 'a process of it'])(
    'is started again when %s is killed, and calls and pages meanwhile are 503',
    async (part) => {
      const dataDir = await copyPrepared()
      const application = await openForThisTest({}, { database: await openEmbedded(dataDir) })
      const student = await application.signedIn('student')
      const list = () =>
        student.call(api.listHolds).then(
          () => 200,
          (error: CallError) => error.statusCode,
        )
      const get = async (path: string) => (await application.visitor.request('GET', path)).statusCode
      const ready = () => get('/readyz')
      const search = () => get('/classes?q=light')
      expect([await list(), await ready(), await search()]).toEqual([200, 200, 200])
      const pid = await readPid(dataDir)
      const [backend] = await readRows<{ pid: number }>(application.services.db, sql`select pg_backend_pid() as pid`)
      process.kill(part === 'all of it' ? pid : (backend?.pid ?? 0), 'SIGKILL')
      const statuses = new Set<number>()
      await expect
        .poll(
          async () => {
            statuses.add(await ready())
            const calls = await Promise.all([...Array.from({ length: 12 }, list), search()])
            for (const status of calls) statuses.add(status)
            return [...calls, await ready()].every((status) => status === 200)
          },
          { interval: 5, timeout: 15_000 },
        )
        .toBe(true)
      expect([...statuses].sort()).toEqual([200, 503])
    },
  )
})

describe.runIf(isRoot)('a start by root', () => {
  it('runs PostgreSQL as nobody where user namespaces are forbidden, and with its own files again where they are not', async () => {
    const dataDir = await copyPrepared()
    const owner = async () => (await stat(join(dataDir, 'database/PG_VERSION'))).uid
    const bin = await mkdtemp(join(folder, 'bin-'))
    const child = await openInProcess(dataDir, { PATH: bin })
    expect([child.output(), await owner()]).toEqual([expect.stringContaining('ready'), 65534])
    child.kill('SIGTERM')
    await once(child, 'exit')
    await open(dataDir)
    expect(await owner()).toBe(0)
  })

  it('creates a database as nobody too', async () => {
    const dataDir = join(folder, 'new-by-nobody')
    expect((await openInProcess(dataDir, { PATH: await mkdtemp(join(folder, 'bin-')) })).output()).toContain('ready')
  })
})

describe.runIf(isRoot)('a start by another user', () => {
  async function createFor(uid: number): Promise<string> {
    const dataDir = await mkdtemp(join(folder, 'owned-'))
    await chown(dataDir, uid, uid)
    return dataDir
  }

  it.each([
    ['with', DAEMON],
    ['without', NAMELESS],
  ])('works %s a name in /etc/passwd', async (_with, uid) => {
    const dataDir = await createFor(uid)
    expect((await openInProcess(dataDir, { uid, gid: uid })).output()).toContain('ready')
    expect((await stat(join(dataDir, 'database/PG_VERSION'))).uid).toBe(uid)
  })

  it('is refused in one line without a name and without user namespaces', async () => {
    const dataDir = await createFor(NAMELESS)
    const PATH = await mkdtemp(join(folder, 'bin-'))
    const { output } = await openInProcess(dataDir, { uid: NAMELESS, gid: NAMELESS, PATH })
    await expect.poll(output).toContain('12345, who has no line in /etc/passwd; add one, or set DATABASE_URL')
  })
})

describe.runIf(canMount)('a full disk', () => {
  it('is named by the first start, which leaves nothing half done', async () => {
    const disk = openSmallDisk(10)
    onTestFinished(() => disk.close())
    const dataDir = join(disk.folder, 'data')
    await expect(openEmbedded(dataDir)).rejects.toThrow(
      /^DATA_DIR: cannot create the database .*No space left on device/s,
    )
    expect(await readdir(dataDir)).toEqual(['lock'])
  })
})
