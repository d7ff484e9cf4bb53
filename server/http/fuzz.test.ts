import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openTestApplication, type TestApplication } from '../../testing/application.ts'
import { collectGarbage } from '../../testing/collect-garbage.ts'
import { checkRequest } from '../../testing/fuzz/check.ts'
import { generateRequests } from '../../testing/fuzz/requests.ts'
import { createFuzzSchool } from '../../testing/fuzz/school.ts'
import { sized } from '../../testing/size.ts'

/** The long run makes half a million requests. */
const APPLICATIONS = sized(1, 10)
const ROUNDS = sized(2, 10)
const REQUESTS_PER_ROUND = sized(500, 5_000)
const TIMEOUT_MS = sized(60_000, 4 * 60 * 60_000)

/** Bytes by which the heap may grow while an application serves its rounds: less than half a kilobyte per request. */
const HEAP_TOLERANCE = 20 * 1024 * 1024

function measureHeap(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Sends requests to an application, in each round from new people. Returns the size of the heap after each round. */
async function fuzz(application: TestApplication, seed: number, counts: Map<string, number>): Promise<number[]> {
  const heaps: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const school = await createFuzzSchool(application)
    for (const request of generateRequests(school, REQUESTS_PER_ROUND, seed + round)) {
      const status = await checkRequest(application, school, request).catch((cause: unknown) => {
        throw new Error(`seed ${seed + round}: ${JSON.stringify(request)}`, { cause })
      })
      const key = `${request.endpoint} ${status}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    heaps.push(measureHeap())
    report(round, seed, heaps)
  }
  return heaps
}

/** Prints the progress of the long run. The figures in docs/benchmarks.md come from these lines. */
function report(round: number, seed: number, heaps: number[]): void {
  const megabytes = ((heaps.at(-1) ?? 0) / 1024 / 1024).toFixed(1)
  const line = `seed ${seed}, round ${round + 1} of ${ROUNDS}: ${REQUESTS_PER_ROUND} requests, heap ${megabytes} MB`
  if (sized(false, true)) console.log(`${line}, ${Math.round(performance.now() / 1000)} s`)
}

it(
  'no request of any role gets a server error, the data of another, or another error body; memory stays flat',
  async () => {
    const counts = new Map<string, number>()
    // A failure prints its seed, with which FUZZ_SEED repeats the round.
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
    for (let number = 0; number < APPLICATIONS; number++) {
      const application = await openTestApplication()
      try {
        const heaps = await fuzz(application, seed + number * ROUNDS, counts)
        // The first round loads modules and fills caches.
        expect(heaps.at(-1)).toBeLessThan((heaps[0] ?? 0) + HEAP_TOLERANCE)
      } finally {
        await application.close()
      }
    }
    const listKeys = (part: 0 | 1) => [...new Set([...counts.keys()].map((key) => key.split(' ')[part]))].sort()
    const expected = ['200', '400', '401', '403', '404', ...sized([], ['409'])]
    expect(listKeys(1)).toEqual(expect.arrayContaining(expected))
    expect(listKeys(0)).toEqual(Object.keys(api).sort())
  },
  TIMEOUT_MS,
)
