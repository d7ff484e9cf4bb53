import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../demo/random.ts'
import { type Copies, embeddedCopies, postgresCopies } from './crash/databases.ts'
import { buy, type Cast, cancel, cast, everyStep } from './crash/life-of-orders.ts'
import { recover } from './crash/recover.ts'
import { type SchoolProcess, startSchool } from './crash/school-process.ts'
import { sized } from './size.ts'

const SEED = 2019
const AGREE = { differences: [], underWay: [] }

/** How many of the steps a crash is tried after: some, spread evenly, or each. */
const TRIED = sized(6, Number.POSITIVE_INFINITY)

describe.each([
  ['the embedded database', embeddedCopies, 10],
  ['PostgreSQL', postgresCopies, 50],
] as const)('a server on %s', (_, openCopies, kills) => {
  let copies: Copies
  beforeAll(async () => {
    copies = await openCopies()
  }, 60_000)
  afterAll(() => copies?.close())

  async function castIn(copy: Awaited<ReturnType<Copies['copy']>>, students: number, seats: number): Promise<Cast> {
    const database = await copy.open()
    try {
      return await cast(database.db, students, seats)
    } finally {
      await database.close()
    }
  }

  /** Runs through the order's life with a crash; answers how many steps there were without one. */
  async function livesThrough(crashAfter: number): Promise<number> {
    const copy = await copies.copy()
    try {
      const people = await castIn(copy, 3, 5)
      const school = await startSchool(copy.env, crashAfter)
      const through = everyStep(school.address, people).then(() => 'through')
      const outcome = await Promise.race([through.catch(() => school.ended), school.ended])
      const steps = Number(/(\d+) durable/.exec(await school.close())?.[1] ?? 0)
      expect(outcome === 'through').toBe(crashAfter === 0)
      const { differences, underWay } = await recover(copy)
      expect({ crashAfter, differences, underWay }).toEqual({ crashAfter, ...AGREE })
      return steps
    } finally {
      await copy.remove()
    }
  }

  it('that is killed between any two steps of the order’s life comes right by itself', {
    timeout: sized(180_000, 1_800_000),
  }, async () => {
    const steps = await livesThrough(0)
    expect(steps).toBeGreaterThan(30)
    const stride = Math.max(1, steps / TRIED)
    for (let step = 1; step < steps; step += stride) await livesThrough(Math.floor(step))
  })

  it.runIf(sized(false, true))(
    'that is killed again and again at random moments, under load, loses nothing',
    {
      timeout: 3_600_000,
    },
    async () => {
      const random = new Random(SEED)
      const copy = await copies.copy()
      const people = await castIn(copy, 400, 200)
      for (let kill = 0; kill < kills; kill++) {
        const school = await startSchool(copy.env)
        const crowd = people.students.slice(kill * 6, kill * 6 + 6)
        const trade = Promise.allSettled(crowd.map((student) => buyAndCancel(school, student, people)))
        await pause(random.between(50, 2_500))
        school.kill()
        await Promise.all([school.ended, trade])
      }
      const { differences, underWay, sums } = await recover(copy)
      expect({ differences, underWay }).toEqual(AGREE)
      expect(sums[0]?.capturedMinor).toBeGreaterThan(kills * 4999)
      await copy.remove()
    },
  )
})

async function buyAndCancel({ address }: SchoolProcess, student: Cast['students'][number], people: Cast) {
  for (const classId of people.classIds) {
    await buy(address, student, classId)
    await cancel(address, student)
  }
}
