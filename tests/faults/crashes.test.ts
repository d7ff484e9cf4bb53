/** Kills the server between the steps of an order, and checks that the next start brings everything right. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stopServerProcess } from '../../testing/server-process.ts'
import { sized } from '../../testing/size.ts'
import { startCrashing } from './application-process.ts'
import { type Copies, openEmbeddedCopies } from './databases.ts'
import { type Actors, createActors, runEveryStep } from './order-scenarios.ts'
import { recover } from './recover.ts'

const CONSISTENT = { discrepancies: [], inProgress: [] }

/** Number of steps after which a crash is tried: some, spread evenly, or each. */
const TRIALS = sized(3, Number.POSITIVE_INFINITY)

describe('a server on the embedded database', () => {
  let copies: Copies
  let actors: Actors
  beforeAll(async () => {
    copies = await openEmbeddedCopies(async (db) => {
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
})

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
