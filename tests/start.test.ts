import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { signIn } from '../bench/signed-in.ts'
import { createImageReviver } from '../contract/image-fields.ts'
import { freePort } from '../testing/free-port.ts'
import {
  type ProcessOptions,
  type ServerProcess,
  startServerProcess,
  stopServerProcess,
} from '../testing/server-process.ts'

const TIMEOUT_MS = 60_000

let folder: string
let first: FirstStart

interface FirstStart {
  dataDir: string
  url: string
  output: string
  exit: number | null
  classes: unknown[]
  /** The token of the demo's admin, and the status of a call with it. */
  adminToken: string
  adminStatus: number
  /** The permission bits of every entry of the data folder, while the server ran. */
  modes: Map<string, number>
  /** True if another user can read the database. */
  isReadable: Map<string, boolean>
}

/** Starts on an empty folder once: creating and filling the database takes longer than any other test here. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'school-start-'))
  // Other users can enter the outer folder, so that only the data folders can refuse them.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'first')
  const server = startServerProcess({ DATA_DIR: dataDir })
  const url = await server.url
  const classes = await readClasses(url)
  const { token: adminToken } = await signIn(url, 'admin@demo.school', 'Demo@2019')
  const adminStatus = await listUsers(url, adminToken)
  await subscribe(url)
  await vi.waitUntil(() => hasMail(dataDir), { timeout: 30_000 })
  const entries = ['', ...(await readdir(dataDir, { recursive: true }))]
  const modes = await readModes(dataDir, entries)
  const isReadable = entries
    .filter(isDatabaseFile)
    .map((path) => [path, canOtherUserRead(join(dataDir, path))] as const)
  const exit = await stopServerProcess(server)
  first = {
    dataDir,
    url,
    output: server.output(),
    exit,
    classes,
    adminToken,
    adminStatus,
    modes,
    isReadable: new Map(isReadable),
  }
}, 2 * TIMEOUT_MS)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts the server with these settings and no others. */
function start(settings: Record<string, string>, options?: ProcessOptions): ServerProcess {
  const server = startServerProcess(settings, options)
  onTestFinished(() => void server.process.kill('SIGKILL'))
  return server
}

/** Copies the data of the first start, with the demo and its permission bits. */
async function copyFirst(name: string): Promise<{ DATA_DIR: string }> {
  const DATA_DIR = join(folder, name)
  await cp(first.dataDir, DATA_DIR, { recursive: true })
  await chmod(DATA_DIR, 0o700)
  return { DATA_DIR }
}

const newFolder = (name: string) => ({ DATA_DIR: join(folder, name) })

/** Expects the start to end with code 1 and one line. Returns the line. */
async function expectRefusal(settings: Record<string, string>): Promise<string> {
  const server = start(settings)
  expect(await server.exit).toBe(1)
  expect(server.output().trim().split('\n')).toHaveLength(1)
  return server.output()
}

/** Reads the classes, with images as paths: each start has another port. */
async function readClasses(url: string): Promise<unknown[]> {
  return JSON.parse(await (await fetch(`${url}/api/all-classes`)).text(), createImageReviver(url))
}

/** Returns the status of a call that only admins may make. */
async function listUsers(url: string, token: string): Promise<number> {
  return (await fetch(`${url}/api/users`, { headers: { authorization: `Bearer ${token}` } })).status
}

async function hasMail(dataDir: string): Promise<boolean> {
  const names = await readdir(join(dataDir, 'mail')).catch(() => [])
  return names.some((name) => /^[^.].*\.eml$/.test(name))
}

async function subscribe(url: string): Promise<void> {
  const body = JSON.stringify({ email: 'reader@example.test' })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${url}/api/newsletter`, { method: 'POST', headers, body })).status).toBe(200)
}

describe('starting', () => {
  it('on a free port fills the demo, prints the URL, and ends with 0 on SIGTERM', () => {
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(first.output).toContain('Filling the empty database')
    expect(first.output).not.toContain('Set up the school')
    expect(first.classes).toHaveLength(24)
    expect(first.exit).toBe(0)
  })

  it('again fills nothing again, and ends with 0 on SIGINT', { timeout: TIMEOUT_MS }, async () => {
    const second = start(await copyFirst('again'))
    expect(await readClasses(await second.url)).toEqual(first.classes)
    expect(second.output()).not.toContain('Filling')
    second.process.kill('SIGINT')
    expect(await second.exit).toBe(0)
  })

  it('is refused on a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    expect(await expectRefusal({ ...newFolder('taken'), PORT: `${port}` })).toContain(`PORT: ${port}`)
  })

  it('is refused on a port that is taken during the start', async () => {
    const port = await freePort()
    const settings = await copyFirst('taken-later')
    const lock = join(settings.DATA_DIR, 'lock')
    await rm(lock)
    const refusal = expectRefusal({ ...settings, PORT: `${port}` })
    // The port has been checked before the folder is locked.
    await vi.waitUntil(() => existsSync(lock), { timeout: 10_000 })
    const other = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void other.close())
    expect(await refusal).toContain(`PORT: ${port}`)
  })

  it('is refused with a data folder that cannot be written', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    expect(await expectRefusal({ DATA_DIR: join(file, 'data') })).toContain('DATA_DIR: cannot write')
  })

  it('is refused with a data folder that another process uses, and leaves that process undisturbed', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const settings = await copyFirst('locked')
    const url = await start(settings).url
    expect(await expectRefusal(settings)).toContain('is in use by another process')
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })

  it('works after a kill, with the same folder', { timeout: TIMEOUT_MS }, async () => {
    const settings = await copyFirst('killed')
    const killed = start(settings)
    await killed.url
    killed.process.kill('SIGKILL')
    await killed.exit
    expect(await readClasses(await start(settings).url)).toHaveLength(24)
  })

  it('is refused with a database that does not respond', { timeout: 20_000 }, async () => {
    const settings = { DATABASE_URL: 'postgres://127.0.0.1:9/school', SECRET: 'x'.repeat(32), CARDS: 'sandbox' }
    expect(await expectRefusal(settings)).toContain('DATABASE_URL: the database does not respond')
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('ends with 0 on %s while it waits for the database', async (signal) => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const settings = { DATABASE_URL: `postgres://127.0.0.1:${port}/school`, SECRET: 'x'.repeat(32), CARDS: 'sandbox' }
    const server = start(settings)
    const [socket] = await once(silent, 'connection')
    onTestFinished(() => {
      socket.destroy()
      silent.close()
    })
    server.process.kill(signal)
    expect(await server.exit).toBe(0)
  })

  it('is refused on a network address without PUBLIC_URL', async () => {
    expect(await expectRefusal({ ...newFolder('network'), HOST: '0.0.0.0' })).toContain('PUBLIC_URL: is required')
  })

  it('is refused with a wrong setting, which it names', async () => {
    expect(await expectRefusal({ ...newFolder('wrong'), CURRENCY: 'gold' })).toContain('CURRENCY: ')
  })
})

const PROXIED = { PUBLIC_URL: 'https://school.example', TRUST_PROXY: 'on', CARDS: 'sandbox' }

/** Tries to sign in as the demo's admin. Returns the status of the response. */
async function signInAsDemoAdmin(port: number, origin: string): Promise<number> {
  const body = JSON.stringify({ email: 'admin@demo.school', password: 'Demo@2019' })
  const headers = { 'content-type': 'application/json', origin }
  return (await fetch(`http://127.0.0.1:${port}/api/auth/sign-in/email`, { method: 'POST', headers, body })).status
}

describe('a school of its own', () => {
  it('is warned at every start of test cards and of a currency that no card pays, once it is set up', {
    timeout: 2 * TIMEOUT_MS,
  }, async () => {
    const settings = { ...newFolder('own'), DEMO: 'off', CARDS: 'sandbox', CURRENCY: 'bgn' }
    const empty = start(settings)
    const url = await empty.url
    await expect.poll(empty.output).toContain('Warning: The card provider does not take BGN')
    await expect.poll(empty.output).toMatch(/setup\?token=/)
    expect(empty.output()).not.toContain('CARDS=sandbox')
    const [, token] = /setup\?token=([\w-]+)/.exec(empty.output()) ?? []
    const owner = { name: 'Ada', email: 'ada@school.example', password: 'Secret@2019', school_name: 'Light' }
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ ...owner, token, currency: 'eur' })
    expect((await fetch(`${url}/api/setup`, { method: 'POST', headers, body })).status).toBe(200)
    await stopServerProcess(empty)
    const again = start(settings)
    await again.url
    await expect.poll(again.output).toContain('Warning: CARDS=sandbox: this school takes test cards only')
    expect(again.output()).not.toContain('BGN')
  })
})

describe('the demo', () => {
  it('is off behind a proxy, where its accounts of an earlier start cannot sign in and their tokens have ended', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const settings = await copyFirst('proxied')
    expect(first.adminStatus).toBe(200)
    const port = await freePort()
    const proxied = start({ ...settings, ...PROXIED, PORT: `${port}` })
    await proxied.url
    expect(await signInAsDemoAdmin(port, PROXIED.PUBLIC_URL)).toBe(401)
    expect(await listUsers(`http://127.0.0.1:${port}`, first.adminToken)).toBe(401)
    expect(proxied.output()).not.toContain('Warning')
  })

  it('that is turned on behind a proxy starts with a warning', { timeout: TIMEOUT_MS }, async () => {
    const demo = start({ ...(await copyFirst('warned')), ...PROXIED, DEMO: 'on' })
    await demo.url
    await expect.poll(demo.output).toContain('Warning: DEMO=on: others can reach this server')
  })
})

/** Returns the permission bits of a file or folder. */
const readMode = async (path: string) => (await stat(path)).mode & 0o777

/** Returns the permission bits by path, without what has been removed since: the temporary file of a mail. */
async function readModes(folder: string, paths: string[]): Promise<Map<string, number>> {
  const modes = new Map<string, number>()
  for (const path of paths) {
    const entry = await stat(join(folder, path)).catch(() => null)
    if (entry) modes.set(path, entry.mode & 0o777)
  }
  return modes
}

/** True if the user 65534 (nobody) can read a file or folder; only root can try that. */
function canOtherUserRead(path: string): boolean {
  return process.geteuid?.() === 0 && spawnSync('test', ['-r', path], { uid: 65534, gid: 65534 }).status === 0
}

const isDatabaseFile = (path: string) => /^database.(PG_VERSION|pg_wal.[0-9A-F]+)$/.test(path)

/** Creates a folder that every user can read, as earlier versions did. */
async function makeOpenFolder(name: string): Promise<string> {
  const path = join(folder, name)
  await mkdir(path)
  await chmod(path, 0o755)
  return path
}

describe('the data folder', () => {
  it('is created for its owner only, with the secret, the database and the e-mails in it', () => {
    expect(first.modes.get('')).toBe(0o700)
    expect(first.modes.get('secret')).toBe(0o600)
    const entries = [...first.modes.keys()]
    expect(entries).toEqual(expect.arrayContaining(['database', 'lock', 'secret', 'mail', 'uploads']))
    const open = [...first.modes].filter(([, mode]) => (mode & 0o077) !== 0)
    expect(open).toEqual([])
    expect(first.isReadable.size).toBeGreaterThan(1)
    expect([...first.isReadable].filter(([, isReadable]) => isReadable)).toEqual([])
  })

  it('of an earlier version becomes private, and so does its secret', { timeout: TIMEOUT_MS }, async () => {
    const { DATA_DIR } = await copyFirst('earlier')
    const secret = join(DATA_DIR, 'secret')
    await chmod(DATA_DIR, 0o755)
    await chmod(secret, 0o644)
    await start({ DATA_DIR }).url
    expect(await readMode(DATA_DIR)).toBe(0o700)
    expect(await readMode(secret)).toBe(0o600)
  })

  it('becomes private with a PostgreSQL server too', { timeout: 20_000 }, async () => {
    const path = await makeOpenFolder('beside-postgresql')
    const settings = { DATABASE_URL: 'postgres://127.0.0.1:9/school', SECRET: 'x'.repeat(32), CARDS: 'sandbox' }
    await expectRefusal({ ...settings, DATA_DIR: path })
    expect(await readMode(path)).toBe(0o700)
  })

  it('is refused and not changed where it has other files that everyone can read', async () => {
    const path = await makeOpenFolder('with-other-files')
    await writeFile(join(path, 'notes.txt'), '')
    expect(await expectRefusal({ DATA_DIR: path })).toMatch(/DATA_DIR: other users can read .*notes\.txt/)
    expect(await readMode(path)).toBe(0o755)
  })

  it('is refused where it belongs to another user', async () => {
    const path = process.geteuid?.() === 0 ? await makeOpenFolder('owned') : '/'
    if (path !== '/') await chown(path, 65534, 65534)
    expect(await expectRefusal({ DATA_DIR: path })).toMatch(/DATA_DIR: \S+ belongs to another user/)
  })
})

describe('stopping', () => {
  it('ends the server when npm, which started it, is told to end', { timeout: TIMEOUT_MS }, async () => {
    const npm = start(await copyFirst('npm'), { command: ['npm', 'start'] })
    await npm.url
    npm.process.kill('SIGTERM')
    await expect.poll(npm.output, { timeout: 20_000 }).toMatch(/Stopped\./)
  })

  it('finishes the requests in flight', { timeout: TIMEOUT_MS }, async () => {
    const server = start(await copyFirst('in-flight'))
    const url = await server.url
    const body = JSON.stringify({ name: 'x', email: 'late@example.test', password: 'Secret@2019' })
    // The server says when it has the request: it asks for the body.
    const headers = { 'content-type': 'application/json', origin: url, expect: '100-continue' }
    const inFlight = request(`${url}/api/auth/sign-up/email`, { method: 'POST', headers })
    await once(inFlight, 'continue')
    server.process.kill('SIGTERM')
    await expect.poll(server.output).toMatch(/Stopping/)
    const [response] = await once(inFlight.end(body), 'response')
    expect(response.statusCode).toBe(200)
    response.resume()
    expect(await server.exit).toBe(0)
    expect(server.output()).toMatch(/Stopped\./)
  })
})
