/** The processes of PostgreSQL on a folder, and what an earlier start has left of them. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '#server/platform/start-error.ts'
import type { Engine } from './engine.ts'

const run = promisify(execFile)

const PID_FILE = 'postmaster.pid'
const POLL_MS = 10

/** After these, what an earlier process has left is ended, and then given up on. */
const QUIT_MS = 10_000
const MAX_MS = 20_000

/** Windows has no signals, and neither the sockets nor the shell that we use. What is for it is untested. */
export const IS_WINDOWS = process.platform === 'win32'

/** Returns whether a server accepts connections on the folder: the one with the id, or any. */
export function isReady(folder: string, pid?: number): boolean {
  const file = readPidFile(folder)
  return file.state === 'ready' && (pid === undefined || file.pid === pid)
}

/** Reads the file of a server that runs. Source: pidfile.h of PostgreSQL */
export function readPidFile(folder: string): { pid: number; port: number; state: string } {
  const lines = readText(join(folder, PID_FILE)).split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]), state: lines[7]?.trim() ?? '' }
}

/**
 * Waits for the server of a process that was killed: the folder is ours, so whatever has its name is such a one. Its file is then removed,
 * because its number may by now be that of another process, and a power failure leaves it empty. PostgreSQL would not start with either.
 */
export async function clearLeftovers(folder: string, engine: Engine): Promise<void> {
  if (!existsSync(join(folder, PID_FILE))) return
  if (IS_WINDOWS) await stopByProgram(folder, engine, 'immediate')
  const name = nameCluster(folder)
  for (let waited = 0; ; waited += POLL_MS) {
    const left = listProcesses(name)
    if (left.length === 0) break
    if (waited === QUIT_MS) for (const pid of left) process.kill(pid, 'SIGQUIT')
    if (waited === MAX_MS)
      throw new StartError(`DATA_DIR: processes of an earlier start still use ${folder}; end them (${left.join(', ')})`)
    await pause(POLL_MS)
  }
  for (const file of [PID_FILE, '.s.PGSQL.5432.lock']) rmSync(join(folder, file), { force: true })
}

/** Stops a server without a signal. */
export async function stopByProgram(folder: string, { pg_ctl }: Engine, mode: 'fast' | 'immediate'): Promise<void> {
  await run(pg_ctl, ['stop', '-D', folder, '-m', mode]).catch(() => {})
}

/** Returns what the command lines of PostgreSQL's processes on a folder have, and those of no other folder. */
export function nameCluster(folder: string): string {
  const { dev, ino } = statSync(folder)
  return `school-${dev}-${ino}`
}

/** Lists the processes whose command line has a word, which every user can read. */
function listProcesses(word: string): number[] {
  if (IS_WINDOWS) return []
  const lines = process.platform === 'linux' ? readProcesses() : runPs()
  return lines.filter(({ command }) => command.split(/[\s=:\0]/).includes(word)).map(({ pid }) => pid)
}

function readProcesses(): { pid: number; command: string }[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  return pids.map((pid) => ({ pid, command: readText(`/proc/${pid}/cmdline`) }))
}

function runPs(): { pid: number; command: string }[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), command: line }))
}

/** Returns nothing where the file is missing, as that of a process that has ended is. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
