/** A demo school as a process of its own, so that what drives it does not slow it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Runs `measure` against a demo school, or any other server whose command prints its address. */
export async function withServer<T>(
  command: string,
  args: string[],
  env: Record<string, string>,
  measure: (address: string, pid: number) => Promise<T>,
): Promise<T> {
  const server = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  try {
    return await measure(await addressOf(server.stdout), server.pid ?? 0)
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

/** Runs `measure` against the built school with its demo, on an empty folder of its own. */
export async function withSchool<T>(measure: (address: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-'))
  const env = { PORT: '0', DATA_DIR: folder, NODE_ENV: 'production' }
  try {
    return await withServer(process.execPath, ['server/main.ts'], env, measure)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    output.on('data', (chunk) => {
      said += chunk
      const found = /http:\/\/[\d.]+:\d+/.exec(said)?.[0]
      if (found) resolve(found)
    })
    output.on('end', () => reject(new Error(`no address in: ${said}`)))
  })
}
