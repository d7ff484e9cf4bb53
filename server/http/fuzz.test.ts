import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openTestApplication } from '../../testing/application.ts'
import { checkRequest } from '../../testing/fuzz/check.ts'
import { generateRequests } from '../../testing/fuzz/requests.ts'
import { createFuzzSchool } from '../../testing/fuzz/school.ts'
import { sized } from '../../testing/size.ts'

/** On each of the two databases; the long run makes a million requests on both together. */
const SCHOOLS = sized(1, 100)
const REQUESTS_PER_SCHOOL = sized(1_000, 5_000)
const TIMEOUT_MS = sized(60_000, 4 * 60 * 60_000)

/** Bytes by which the heap may differ between two schools. A leak of 100 bytes per request would exceed it. */
const HEAP_TOLERANCE = 40 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function measureHeap(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Opens a school and sends requests to it. Counts the responses by endpoint and status. */
async function fuzz(seed: number, counts: Map<string, number>): Promise<void> {
  const application = await openTestApplication()
  try {
    const school = await createFuzzSchool(application)
    const property = fc.asyncProperty(generateRequests(school), async (request) => {
      const key = `${request.endpoint} ${await checkRequest(application, school, request)}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    })
    await fc.assert(property, { numRuns: REQUESTS_PER_SCHOOL, seed, endOnFailure: true })
  } finally {
    await application.close()
  }
}

it(
  'no request of any role gets a server error, the data of another, or another error body',
  async () => {
    const counts = new Map<string, number>()
    const heaps: number[] = []
    // A failure prints its seed, with which FUZZ_SEED repeats the run.
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
    for (let number = 0; number < SCHOOLS; number++) {
      await fuzz(seed + number, counts)
      heaps.push(measureHeap())
    }
    const statuses = new Set([...counts.keys()].map((key) => key.split(' ')[1]))
    for (const status of ['200', '400', '401', '403', '404', '409']) expect(statuses).toContain(status)
    const endpoints = new Set([...counts.keys()].map((key) => key.split(' ')[0]))
    expect([...endpoints].sort()).toEqual(Object.keys(api).sort())
    // The first schools load modules and fill caches.
    const early = Math.max(...heaps.slice(0, Math.ceil(heaps.length / 10)))
    expect(heaps.at(-1)).toBeLessThan(early + HEAP_TOLERANCE)
  },
  TIMEOUT_MS,
)
