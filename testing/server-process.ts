/** The real server as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ensureServerBuilt } from '../ops/ensure-built.mjs'
import { SERVER_ARGUMENTS, SERVER_ENVIRONMENT } from '../ops/server-arguments.mjs'

// A test that is run by hand tests what the sources say.
ensureServerBuilt()

const ROOT = join(import.meta.dirname, '..')
const NODE = join(ROOT, 'node_modules/.bin/node')

export interface ServerProcess {
  process: ChildProcess
  /** The address that it prints when it listens; rejects when it ends before that. */
  url: Promise<string>
  /** Everything that it has printed so far. */
  output(): string
  /** The exit code; null after a signal. */
  exit: Promise<number | null>
}

export interface ProcessOptions {
  /** The folder to run in; the repository by default. */
  cwd?: string
  /** Command in place of the server. */
  command?: [command: string, ...args: string[]]
  /** Modules that Node loads before the server. */
  preload?: string[]
  /** Ctrl-C in the terminal does not reach it; the caller stops it. */
  isDetached?: boolean
  /** Shows what it prints on stderr. */
  isVerbose?: boolean
}

/** Starts the server with this environment and PATH alone; the caller stops it. It dies with this process. */
export function startServerProcess(
  env: Record<string, string>,
  { cwd = ROOT, preload = [], isDetached = false, isVerbose = false, command }: ProcessOptions = {},
): ServerProcess {
  const flags = preload.flatMap((module) => ['--import', module])
  const [file, ...args] = command ?? [NODE, ...flags, ...SERVER_ARGUMENTS]
  const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PORT: '0', NODE_ENV: 'production' }
  const child = spawn(file, args, {
    cwd,
    env: { ...inherited, ...SERVER_ENVIRONMENT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isDetached,
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  let output = ''
  const exit = once(child, 'exit').then(([code]) => {
    process.off('exit', kill)
    return code as number | null
  })
  const url = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
        if (isVerbose && stream === child.stderr) process.stderr.write(chunk)
        const address = /Listening on (\S+)/.exec(output)?.[1]
        if (address) resolve(address)
      })
    }
    exit.then((code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  url.catch(() => {})
  return { process: child, url, output: () => output, exit }
}

/** Stops it in order. Returns its exit code. */
export async function stopServerProcess({ process: child, exit }: ServerProcess): Promise<number | null> {
  child.kill('SIGTERM')
  return exit
}
