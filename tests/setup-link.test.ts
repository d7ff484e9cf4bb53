import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeUser } from '../demo/factories.ts'
import { requireLink } from '../server/domains/setup/links.ts'
import { openEmbedded } from '../server/platform/database/embedded.ts'
import { startServerProcess, stopServerProcess } from '../testing/server-process.ts'

/** The script starts Node, and PostgreSQL. */
const START_MS = 60_000

let dataDir: string
/** Output of the server when it started with the empty folder. */
let firstOutput: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'school-setup-link-'))
  firstOutput = await startOnce()
}, START_MS)
afterAll(() => rm(dataDir, { recursive: true }))

const LINK = /^Set up the school: http:\/\/127\.0\.0\.1:\d+\/setup\?token=([\w-]{43})$/m

async function withDatabase<T>(work: (database: Awaited<ReturnType<typeof openEmbedded>>) => Promise<T>): Promise<T> {
  const database = await openEmbedded(dataDir)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function run(): Promise<{ code: number | null; output: string }> {
  const command = ['npm', 'run', '--silent', 'setup-link'] as const
  const child = startServerProcess({ DATA_DIR: dataDir, PORT: '3000' }, { command: [...command] })
  return { code: await child.exit, output: child.output().trim() }
}

/** Starts the server on an empty folder without the demo, and stops it. Returns what it printed. */
async function startOnce(): Promise<string> {
  const server = startServerProcess({ DATA_DIR: dataDir, DEMO: 'off', CARDS: 'sandbox' })
  const page = await fetch(`${await server.url}/`)
  expect(page.status).toBe(503)
  await stopServerProcess(server)
  return server.output()
}

describe('npm run setup-link', () => {
  it('replaces the link that a start printed, by one that works', { timeout: START_MS }, async () => {
    const [first] = [...firstOutput.matchAll(new RegExp(LINK, 'gm'))].map(([, token = '']) => token)
    const printed = await run()
    expect(printed).toEqual({ code: 0, output: expect.stringMatching(LINK) })
    expect(printed.output).toContain('http://127.0.0.1:3000/')
    const [, second = ''] = LINK.exec(printed.output) ?? []
    await withDatabase(async ({ db }) => {
      await requireLink(db, second)
      await expect(requireLink(db, first ?? '')).rejects.toThrow('This link is incomplete, used or expired.')
    })
  })

  it('works while the server runs', { timeout: START_MS }, async () => {
    expect(await withDatabase(() => run())).toEqual({ code: 0, output: expect.stringMatching(LINK) })
  })

  it('is refused where the school is set up, and a start prints no link', { timeout: START_MS }, async () => {
    await withDatabase(({ db }) => makeUser(db, 'admin'))
    expect(await run()).toEqual({ code: 1, output: expect.stringContaining('This school is already set up.') })
    const server = startServerProcess({ DATA_DIR: dataDir, DEMO: 'off', CARDS: 'sandbox' })
    expect((await fetch(`${await server.url}/`)).status).toBe(200)
    await stopServerProcess(server)
    expect(server.output()).not.toContain('Set up the school')
  })
})
