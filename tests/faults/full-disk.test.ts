import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../contract/api.ts'
import { CallError } from '../../contract/call.ts'
import { makeUser } from '../../demo/factories.ts'
import { createTokens } from '../../server/domains/users/tokens.ts'
import { openEmbedded } from '../../server/platform/database/embedded.ts'
import { deriveKey } from '../../server/platform/secrets.ts'
import { prepareDatabase } from '../../testing/databases/prepared.ts'
import { drawTwoColors, formWith, readBytes } from '../../testing/images.ts'
import type { ServerProcess } from '../../testing/server-process.ts'
import { canMount, openSmallDisk, type SmallDisk } from '../../testing/small-disk.ts'
import { SECRET, startCrashing } from './application-process.ts'
import { type Actors, buy, createActors, createCallAs } from './order-scenarios.ts'
import { recover } from './recover.ts'

/** The embedded database takes about 40 MB. */
const MEGABYTES = 120
const ALLOWED = [
  "Our storage is full, so we couldn't save this. Try again later.",
  "The card provider isn't responding.",
]

/** A disk of this machine is too large to fill, and mounting a small one needs root. */
describe.runIf(canMount)('a server whose disk is full', () => {
  let disk: SmallDisk
  let dataDir: string
  let actors: Actors
  let admin: { email: string; token: string }
  let server: ServerProcess
  let url: string
  /** The transaction ids of purchases that were acknowledged. */
  const bought: string[] = []

  beforeAll(async () => {
    disk = openSmallDisk(MEGABYTES)
    dataDir = join(disk.folder, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    const database = await openEmbedded(dataDir)
    await prepareDatabase(database)
    actors = await createActors(database.db, 12, 50)
    const { id, email } = await makeUser(database.db, 'admin')
    admin = { email, token: await createTokens(deriveKey('tokens', SECRET)).issue(id, Date.now()) }
    await database.close()
    server = startCrashing({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
    url = await server.url
    await purchase(0)
    await uploadPicture()
    disk.fill()
  }, 120_000)
  afterAll(async () => {
    server?.process.kill('SIGKILL')
    await server?.exit
    disk?.close()
  })

  async function purchase(student: number): Promise<void> {
    const buyer = actors.students[student]
    if (buyer) bought.push(await buy(url, buyer, actors.classIds[0] ?? ''))
  }

  async function uploadPicture(): Promise<{ status: number; message: string }> {
    const { headers, body } = await formWith(await readBytes(drawTwoColors(400, 300).jpeg()))
    const authorization = `Bearer ${actors.instructor.token}`
    const response = await fetch(`${url}/api/images`, {
      method: 'POST',
      headers: { ...headers, authorization },
      body: body as Buffer<ArrayBuffer>,
    })
    return { status: response.status, message: (await response.json()).message }
  }

  const listFiles = () => readdirSync(join(dataDir, 'pictures'), { recursive: true }).map(String).sort()

  it('refuses purchases in words, and serves pages', { timeout: 120_000 }, async () => {
    const refusals: unknown[] = []
    for (let student = 1; student < 8; student++)
      await purchase(student).catch((error: unknown) => void refusals.push(error))
    expect(refusals.length).toBeGreaterThan(0)
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(CallError)
      const { statusCode, code, message } = refusal as CallError
      // A charge that could not be stored is not known as paid.
      if (code !== 'NOT_PAID') expect(statusCode).toBe(503)
      if (code !== 'NOT_PAID')
        expect(
          ALLOWED.some((allowed) => message.startsWith(allowed)),
          message,
        ).toBe(true)
    }
    expect((await fetch(`${url}/classes`)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })

  it('refuses uploads in words, and stores no part of one', async () => {
    // PostgreSQL has given back what it could not use.
    disk.fill()
    const before = listFiles()
    expect(await uploadPicture()).toEqual({ status: 503, message: ALLOWED[0] })
    expect(listFiles()).toEqual(before)
    expect(readdirSync(join(dataDir, 'uploads'))).toEqual([])
  })

  it('tells the operator, in the log and on the Status page', async () => {
    disk.fill()
    expect(server.output()).toMatch(/ENOSPC|No space left on device/)
    const status = await createCallAs(url, admin)(api.getStatus)
    expect(status.disk).toEqual({ free: 0, total: MEGABYTES * 1024 * 1024 })
  })

  it('sells and stores again once there is space, and has lost nothing', { timeout: 120_000 }, async () => {
    disk.free()
    await purchase(8)
    expect((await uploadPicture()).status).toBe(200)
    server.process.kill('SIGKILL')
    await server.exit
    const copy = { env: { DATA_DIR: dataDir }, open: () => openEmbedded(dataDir), remove: async () => {} }
    const { discrepancies, inProgress, transactionIds } = await recover(copy)
    expect({ discrepancies, inProgress }).toEqual({ discrepancies: [], inProgress: [] })
    expect(transactionIds).toEqual(expect.arrayContaining(bought))
  })
})
