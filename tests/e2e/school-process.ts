/** The real server as a process, with its demo, as a newcomer starts it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

export interface SchoolProcess {
  address: string
  process: ChildProcess
}

/** Starts it on a free port, and answers once it is open. */
export async function startSchool(dataDir: string, settings: Record<string, string>): Promise<SchoolProcess> {
  const env = { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: dataDir, NODE_ENV: 'production', ...settings }
  const school = spawn(
    join(ROOT, 'node_modules/.bin/node'),
    ['--import', './ops/quick-imports.mjs', 'server/main.ts'],
    {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  process.once('exit', () => school.kill('SIGKILL'))
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    school.stdout.on('data', (chunk) => {
      said += chunk
      const found = /The school is open at (\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    school.on('exit', () => reject(new Error(`the school did not start: ${said}`)))
  })
  return { address, process: school }
}

/** Closes it in order. */
export async function endSchool({ process: school }: SchoolProcess): Promise<void> {
  school.kill('SIGTERM')
  await once(school, 'exit')
}
