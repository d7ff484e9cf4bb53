/** A PostgreSQL server of our own: a child process on a folder, which ends when we end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '#server/platform/start-error.ts'
import type { Engine } from './engine.ts'
import { clearLeftovers, IS_WINDOWS, isReady, nameCluster, stopByProgram } from './leftovers.ts'

/** Connection to PostgreSQL: a socket in its folder, or a port of this machine, with a password. */
export type Transport = 'socket' | 'port'
export const DEFAULT_TRANSPORT: Transport = IS_WINDOWS ? 'port' : 'socket'

/** Time for each way to stop PostgreSQL: it waits for commands that use it, it ends them, and it ends at once. */
const STOPS = [
  ['SIGTERM', 30_000],
  ['SIGINT', 30_000],
  ['SIGQUIT', 30_000],
] as const

const RETRY_MS = 1_000
const POLL_MS = 10

/**
 * For one machine with little memory. Statements and their values, which may be personal, never reach a log: only what ends the server is
 * reported.
 */
const SETTINGS = {
  max_connections: 40,
  shared_buffers: '32MB',
  max_worker_processes: 0,
  max_parallel_workers: 0,
  max_parallel_workers_per_gather: 0,
  max_logical_replication_workers: 0,
  io_method: 'sync',
  autovacuum_worker_slots: 2,
  autovacuum_max_workers: 1,
  wal_level: 'minimal',
  max_wal_senders: 0,
  min_wal_size: '16MB',
  max_wal_size: '128MB',
  checkpoint_timeout: '15min',
  maintenance_work_mem: '32MB',
  jit: 'off',
  ssl: 'off',
  huge_pages: 'off',
  log_min_messages: 'fatal',
  TimeZone: 'UTC',
}

/**
 * The shell becomes the server. A process beside it reads a pipe of ours: when we end, however, the pipe closes, and it stops the server. A
 * line in the pipe ends that process alone.
 */
const WATCHED = `exec 3<&0
((read -r _ <&3 || kill -INT $$) </dev/null >/dev/null 2>&1 &)
exec "$@" 3<&- </dev/null`

/** The folder that a program was started in. It need not be allowed to open the parents. */
export const HERE = process.platform === 'linux' ? '/proc/self/cwd' : '.'

export class PostgresProcess {
  readonly #folder: string
  readonly #engine: Engine
  readonly #transport: Transport
  readonly #onEnd: (error: Error) => void
  #child: ChildProcess | null = null
  #isStopping = false

  /**
   * @param folder a database that no other process opens
   * @param onEnd is called when the server ended by itself. It is started again.
   */
  constructor(folder: string, engine: Engine, transport: Transport, onEnd: (error: Error) => void) {
    this.#folder = folder
    this.#engine = engine
    this.#transport = transport
    this.#onEnd = onEnd
  }

  /** Resolves when it accepts connections. After a crash it first replays what it had written. @throws StartError when it ends before that */
  async start(): Promise<void> {
    await clearLeftovers(this.#folder, this.#engine)
    const address = await this.#chooseAddress()
    if (this.#isStopping) return
    const child = this.#spawn(address)
    this.#child = child
    let output = ''
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-2_000)
    })
    while (!isReady(this.#folder, child.pid)) {
      if (hasEnded(child)) throw new StartError(`DATA_DIR: the database does not start (${output.trim()})`)
      await pause(POLL_MS)
    }
    child.once('exit', (code, signal) => {
      child.stdin?.end('\n')
      if (!this.#isStopping) void this.#restart(new Error(`PostgreSQL ended (${output.trim() || (signal ?? code)})`))
    })
  }

  /** Stops it in order: commands that use it finish, and everything is written. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const child = this.#child
    if (!child) return
    if (IS_WINDOWS) return stopByProgram(this.#folder, this.#engine, 'fast')
    for (const [signal, milliseconds] of STOPS) {
      if (hasEnded(child)) return
      child.kill(signal)
      const stopped = new AbortController()
      await Promise.race([once(child, 'exit', stopped), pause(milliseconds, undefined, stopped)])
      stopped.abort()
    }
  }

  async #chooseAddress(): Promise<Record<string, string>> {
    if (this.#transport === 'port')
      return { listen_addresses: '127.0.0.1', port: `${await findFreePort()}`, unix_socket_directories: '' }
    return { listen_addresses: '', unix_socket_directories: '.', unix_socket_permissions: '0700' }
  }

  /** It has a session of its own, because Ctrl-C in a terminal must reach us alone: we stop it last. */
  #spawn(address: Record<string, string>): ChildProcess {
    const { prefix, ...user } = this.#engine.identity
    giveTo(this.#folder, user.uid)
    // PostgreSQL refuses a folder that others can read, as some copies are.
    chmodSync(this.#folder, 0o700)
    const settings = Object.entries({ ...SETTINGS, ...address, cluster_name: nameCluster(this.#folder) })
    const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const command = [...prefix, this.#engine.postgres, '-D', HERE, ...options]
    if (IS_WINDOWS)
      return spawn(this.#engine.postgres, command.slice(1), { cwd: this.#folder, stdio: ['ignore', 'ignore', 'pipe'] })
    const child = spawn('/bin/sh', ['-c', WATCHED, 'sh', ...command], {
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true,
      cwd: this.#folder,
      ...user,
    })
    child.stdin.on('error', () => {})
    return child
  }

  async #restart(error: Error): Promise<void> {
    this.#onEnd(error)
    while (!this.#isStopping) {
      try {
        return await this.start()
      } catch (problem) {
        this.#onEnd(problem as Error)
        await pause(RETRY_MS)
      }
    }
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** Changes the owner of a folder and all in it where it is another one. */
export function giveTo(folder: string, uid = process.getuid?.() ?? 0): void {
  if (statSync(folder).uid === uid) return
  const gid = uid === process.getuid?.() ? (process.getgid?.() ?? uid) : uid
  for (const name of readdirSync(folder, { recursive: true })) lchownSync(join(folder, String(name)), uid, gid)
  lchownSync(folder, uid, gid)
}
