import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'school-start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Started {
  process: ChildProcess
  /** Everything said so far. */
  said(): string
  /** The address it printed; rejects when it ends before that. */
  address: Promise<string>
  ended: Promise<number | null>
}

/** Starts the server as `npm start` does, with these settings and no others. */
function start(settings: Record<string, string>): Started {
  const env = { PATH: process.env.PATH ?? '', PORT: '0', NODE_ENV: 'production', ...settings }
  const child = spawn(process.execPath, ['--import', './ops/quick-imports.mjs', 'server/main.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const address = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk
        const found = /The school is open at (\S+)/.exec(said)?.[1]
        if (found) resolve(found)
      })
    }
    ended.then((code) => reject(new Error(`ended with ${code}: ${said}`)))
  })
  address.catch(() => {})
  return { process: child, said: () => said, address, ended }
}

/** One clear line, and a code that is not zero. */
async function refused(settings: Record<string, string>): Promise<string> {
  const school = start(settings)
  expect(await school.ended).toBe(1)
  expect(school.said().trim().split('\n')).toHaveLength(1)
  return school.said()
}

const ownFolder = (name: string) => ({ DATA_DIR: join(folder, name) })

describe('starting', () => {
  it('on a free port fills the demo school, says where it is, and a second start fills nothing again', {
    timeout: 60_000,
  }, async () => {
    const first = start(ownFolder('twice'))
    const address = await first.address
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(first.said()).toContain('Filling the empty database')
    const classes = await (await fetch(`${address}/api/all-classes`)).json()
    expect(classes).toHaveLength(24)
    first.process.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = start(ownFolder('twice'))
    const again = await (await fetch(`${await second.address}/api/all-classes`)).json()
    expect(second.said()).not.toContain('Filling')
    expect(again).toEqual(classes)
    second.process.kill('SIGINT')
    expect(await second.ended).toBe(0)
  })

  it('is refused on a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    expect(await refused({ ...ownFolder('taken'), PORT: `${port}` })).toContain(`PORT: ${port}`)
  })

  it('is refused with a data folder that cannot be written', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    expect(await refused({ DATA_DIR: join(file, 'data') })).toContain('DATA_DIR: cannot write')
  })

  it('is refused with a data folder that another process has, which goes on undisturbed', {
    timeout: 60_000,
  }, async () => {
    const first = start(ownFolder('locked'))
    const address = await first.address
    expect(await refused(ownFolder('locked'))).toContain('is in use by another process')
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
  })

  it('goes on after a kill, with the same folder', { timeout: 60_000 }, async () => {
    const first = start(ownFolder('killed'))
    await first.address
    first.process.kill('SIGKILL')
    await first.ended
    const second = start(ownFolder('killed'))
    expect(await (await fetch(`${await second.address}/api/all-classes`)).json()).toHaveLength(24)
  })

  it('is refused with a database that does not answer', { timeout: 20_000 }, async () => {
    const settings = { DATABASE_URL: 'postgres://127.0.0.1:9/school', SECRET: 'x'.repeat(32), CARDS: 'sandbox' }
    expect(await refused(settings)).toContain('DATABASE_URL: the database does not answer')
  })

  it('is refused with a wrong setting, which it names', async () => {
    expect(await refused({ ...ownFolder('wrong'), CURRENCY: 'gold' })).toContain('CURRENCY: ')
  })
})

describe('stopping', () => {
  it('ends the school when npm, which started it, is told to end', { timeout: 60_000 }, async () => {
    const env = { PATH: process.env.PATH ?? '', PORT: '0', ...ownFolder('npm') }
    const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void npm.kill('SIGKILL'))
    let said = ''
    npm.stdout.on('data', (chunk) => {
      said += chunk
    })
    await expect.poll(() => said, { timeout: 40_000 }).toContain('The school is open at')
    npm.kill('SIGTERM')
    await expect.poll(() => said, { timeout: 10_000 }).toContain('The school is closed.')
  })

  it('finishes what is in flight', { timeout: 60_000 }, async () => {
    const school = start(ownFolder('in-flight'))
    const address = await school.address
    const body = JSON.stringify({ name: 'x', email: 'late@example.test', password: 'Secret@2019' })
    const headers = { 'content-type': 'application/json', origin: address }
    const inFlight = fetch(`${address}/api/auth/sign-up/email`, { method: 'POST', headers, body })
    await new Promise((resolve) => setTimeout(resolve, 30))
    school.process.kill('SIGTERM')
    expect((await inFlight).status).toBe(200)
    expect(await school.ended).toBe(0)
    expect(school.said()).toContain('The school is closed.')
  })
})
