/** Kills the server between the steps of an order, and checks that the next start brings everything right. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../demo/random.ts'
import { type ServerProcess, stopServerProcess } from '../../testing/server-process.ts'
import { sized } from '../../testing/size.ts'
import { startCrashing } from './application-process.ts'
import type { Copies, Copy, Fill } from './databases.ts'
import { type Actors, buy, cancel, createActors, runEveryStep } from './order-scenarios.ts'
import { recover } from './recover.ts'

const SEED = 2019
const CONSISTENT = { discrepancies: [], inProgress: [] }

/** After how many of the steps a crash is tried: some, spread evenly, or each. */
const TRIALS = sized(3, Number.POSITIVE_INFINITY)

/**
 * Defines the tests for a database.
 * @param kills how often the long test kills the server
 */
export function describeCrashes(database: string, openCopies: (fill: Fill) => Promise<Copies>, kills: number): void {
  describe(`a server on ${database}`, () => {
    let copies: Copies
    let actors: Actors
    beforeAll(async () => {
      copies = await openCopies(async (db) => {
        actors = await createActors(db, 3, 5)
      })
    }, 60_000)
    afterAll(() => copies?.close())

    it('that is killed between any two steps of an order ends in a consistent state', {
      timeout: sized(180_000, 1_800_000),
    }, async () => {
      const steps = await crashAndRecover(copies, actors, 0)
      expect(steps).toBeGreaterThan(30)
      const stride = Math.max(1, steps / TRIALS)
      for (let step = 1; step < steps; step += stride) await crashAndRecover(copies, actors, Math.floor(step))
    })

    it.runIf(sized(false, true))(
      'that is killed again and again at random moments, under load, loses nothing',
      {
        timeout: 3_600_000,
      },
      () => killUnderLoad(copies, kills),
    )
  })
}

async function createActorsIn(copy: Copy, students: number, seats: number): Promise<Actors> {
  const database = await copy.open()
  try {
    return await createActors(database.db, students, seats)
  } finally {
    await database.close()
  }
}

/** Runs every step of orders with a crash after one of them. Returns how many durable steps there were, without a crash (0). */
async function crashAndRecover(copies: Copies, actors: Actors, crashAfter: number): Promise<number> {
  const copy = await copies.copy()
  try {
    const server = startCrashing(copy.env, crashAfter)
    const run = runEveryStep(await server.url, actors).then(() => 'complete')
    const outcome = await Promise.race([run.catch(() => server.exit), server.exit])
    await stopServerProcess(server)
    const steps = Number(/(\d+) durable/.exec(server.output())?.[1] ?? 0)
    expect(outcome === 'complete').toBe(crashAfter === 0)
    const { discrepancies, inProgress } = await recover(copy)
    expect({ crashAfter, discrepancies, inProgress }).toEqual({ crashAfter, ...CONSISTENT })
    return steps
  } finally {
    await copy.remove()
  }
}

async function killUnderLoad(copies: Copies, kills: number): Promise<void> {
  const random = new Random(SEED)
  const copy = await copies.copy()
  const actors = await createActorsIn(copy, 400, 200)
  for (let kill = 0; kill < kills; kill++) {
    const server = startCrashing(copy.env)
    await server.url
    const crowd = actors.students.slice(kill * 6, kill * 6 + 6)
    const trade = Promise.allSettled(crowd.map((student) => buyAndCancel(server, student, actors)))
    await pause(random.between(50, 2_500))
    server.process.kill('SIGKILL')
    await Promise.all([server.exit, trade])
  }
  const { discrepancies, inProgress, sums } = await recover(copy)
  expect({ discrepancies, inProgress }).toEqual(CONSISTENT)
  expect(sums[0]?.capturedMinor).toBeGreaterThan(kills * 4999)
  await copy.remove()
}

async function buyAndCancel({ url }: ServerProcess, student: Actors['students'][number], actors: Actors) {
  for (const classId of actors.classIds) {
    await buy(await url, student, classId)
    await cancel(await url, student)
  }
}
