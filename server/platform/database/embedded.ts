/** PostgreSQL as part of the application: a server of our own, on a folder, reached by a socket that only this user can open. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openDataFolder } from '#server/platform/data-folder.ts'
import { StartError } from '#server/platform/start-error.ts'
import type { DatabaseConnection, OpenOptions } from './database.ts'
import { type Engine, findCreator, findEngine } from './engine.ts'
import { isReady, readPidFile } from './leftovers.ts'
import { openPostgres } from './postgres.ts'
import { DEFAULT_TRANSPORT, giveTo, HERE, PostgresProcess, type Transport } from './postgres-process.ts'

const run = promisify(execFile)
const USER = 'school'
const PASSWORD_FILE = 'password'

/** Texts are ordered by code point, and all letters are known to lower() and trigrams. */
const INITDB = [
  `--username=${USER}`,
  '--encoding=UTF8',
  '--locale=C.UTF-8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--wal-segsize=4',
  '--no-instructions',
]

/** Bytes of a socket's path: macOS allows 104 with the final zero, Linux 108. */
const MAX_SOCKET_PATH = 103

const JOIN_TIMEOUT_MS = 15_000
const JOIN_POLL_MS = 100

/** Offset of float8ByVal in global/pg_control: 0 where a 32-bit server created it. Source: pg_control.h of PostgreSQL 18 */
const FLOAT8_BY_VALUE = 248

/**
 * Opens the database in `dataDir/database`, and by default migrates it. PostgreSQL is started, and stopped when the connection is closed;
 * where another process has started it, that one is used.
 * @param onBroken is called when an idle connection breaks, and when PostgreSQL ends. Both are replaced.
 * @param transport only tests set it
 * @throws StartError when the folder cannot be written or made private, or is of another version; or another process has it and
 * `isExclusive` is set
 */
export async function openEmbedded(
  dataDir: string,
  onBroken: (error: Error) => void = () => {},
  options: OpenOptions = {},
  transport = DEFAULT_TRANSPORT,
): Promise<DatabaseConnection> {
  const folder = openDataFolder(dataDir)
  const data = join(folder, 'database')
  const unlock = await lockOrJoin(folder, data, options.isExclusive ?? false)
  if (!unlock) return connect(data, onBroken, options, transport)
  let server: PostgresProcess | undefined
  const close = async () => {
    await server?.stop()
    unlock()
  }
  try {
    const engine = await findEngine()
    if (existsSync(data)) refuseOtherVersion(data, engine)
    else await create(data, engine, transport)
    server = new PostgresProcess(data, engine, transport, onBroken)
    await server.start()
    const connection = await connect(data, onBroken, options, transport)
    return { ...connection, close: () => connection.close().finally(close) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Locks the folder. Returns null where another process has it and its PostgreSQL can be used. @throws StartError */
async function lockOrJoin(folder: string, data: string, isExclusive: boolean): Promise<(() => void) | null> {
  for (let waited = 0; ; waited += JOIN_POLL_MS) {
    try {
      return lockFolder(folder)
    } catch (error) {
      if (isExclusive || !(error instanceof FolderInUseError) || waited >= JOIN_TIMEOUT_MS) throw error
    }
    if (isReady(data)) return null
    await pause(JOIN_POLL_MS)
  }
}

async function connect(
  data: string,
  onBroken: (error: Error) => void,
  options: OpenOptions,
  transport: Transport,
): Promise<DatabaseConnection> {
  const { url, close } = transport === 'port' ? findPort(data) : openSocket(data)
  try {
    const connection = await openPostgres(url, onBroken, { ...options, setting: 'DATA_DIR' })
    return { ...connection, close: () => connection.close().finally(close) }
  } catch (error) {
    close()
    throw error
  }
}

function findPort(data: string): { url: string; close: () => void } {
  const password = readFileSync(join(data, PASSWORD_FILE), 'utf8')
  return { url: `postgres://${USER}:${password}@127.0.0.1:${readPidFile(data).port}/postgres`, close: () => {} }
}

/** Returns a URL for as long as it is open. @throws StartError where the path is too long */
function openSocket(data: string): { url: string; close: () => void } {
  const { path, close } = openSocketFolder(data)
  return { url: `postgres://${USER}@localhost/postgres?host=${encodeURIComponent(path)}`, close }
}

/** Returns a path of the folder that is short enough for a socket in it, for as long as it is open. @throws StartError */
function openSocketFolder(data: string): { path: string; close: () => void } {
  if (Buffer.byteLength(join(data, '.s.PGSQL.5432')) <= MAX_SOCKET_PATH) return { path: data, close: () => {} }
  if (process.platform !== 'linux') throw new StartError(`DATA_DIR: the path ${data} is too long for a socket`)
  const handle = openSync(data, 'r')
  return { path: `/proc/self/fd/${handle}`, close: () => closeSync(handle) }
}

/** Creates it under another name first, so that nothing half done stays where this is cut short. @throws StartError */
async function create(data: string, engine: Engine, transport: Transport): Promise<void> {
  const { prefix, ...user } = findCreator(engine)
  const unfinished = `${data}.new`
  const password = `${data}.password`
  for (const path of [unfinished, password]) rmSync(path, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  giveTo(unfinished, user.uid)
  if (transport === 'port') writeFileSync(password, randomBytes(32).toString('hex'), { mode: 0o600 })
  const access = transport === 'port' ? ['--auth=scram-sha-256', `--pwfile=${password}`] : ['--auth=trust']
  const [file = '', ...args] = [...prefix, engine.initdb, '-D', HERE, ...INITDB, ...access]
  try {
    await run(file, args, { cwd: unfinished, ...user })
  } catch (error) {
    for (const path of [unfinished, password]) rmSync(path, { recursive: true, force: true })
    const { stderr, message } = error as { stderr?: string; message: string }
    throw new StartError(`DATA_DIR: cannot create the database (${(stderr || message).trim()})`)
  }
  if (transport === 'port') renameSync(password, join(unfinished, PASSWORD_FILE))
  renameSync(unfinished, data)
}

/** @throws StartError for a folder of another major version, or of PGlite, which is PostgreSQL in 32 bits */
function refuseOtherVersion(data: string, { majorVersion }: Engine): void {
  if (isOfVersion(data, majorVersion)) return
  throw new StartError(
    `DATA_DIR: another release has written the database in ${data}, which this one cannot read. To take it along: npm run backup with that release, move ${data} away, npm run restore with this one`,
  )
}

function isOfVersion(data: string, majorVersion: string): boolean {
  try {
    if (readFileSync(join(data, 'PG_VERSION'), 'utf8').trim() !== majorVersion) return false
    return readFileSync(join(data, 'global/pg_control'))[FLOAT8_BY_VALUE] === 1
  } catch {
    return false
  }
}

/** The code of a database that another process has locked. Source: https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/** Another process has the folder. */
class FolderInUseError extends StartError {}

/**
 * Locks the folder for this process, and returns a function that unlocks it. The operating system holds the lock on an empty
 * SQLite file, so that it ends with the process, even after a crash.
 * @throws FolderInUseError, or StartError when the folder cannot be written
 */
function lockFolder(folder: string): () => void {
  try {
    const file = new DatabaseSync(join(folder, 'lock'))
    file.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return () => file.close()
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY)
      throw new FolderInUseError(
        `DATA_DIR: ${folder} is in use by another process; stop it, or set DATA_DIR to another folder`,
      )
    throw new StartError(`DATA_DIR: cannot write to ${folder} (${(error as Error).message})`)
  }
}
