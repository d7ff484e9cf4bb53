/**
 * How soon a write shows in cached responses: a student buys a seat, and after the response /classes and /api/all-classes are read
 * from the same instance and from a second one on the same PostgreSQL.
 */
import { randomBytes } from 'node:crypto'
import { startPostgres } from '../testing/databases/postgres-server.ts'
import { withApplication, withServer } from './application-process.ts'
import { type Figure, median } from './figure.ts'
import { beginToBuy } from './freshness/buy.ts'
import { approvedClasses, readSeats, type Seats } from './freshness/seats.ts'
import { signUp } from './signed-in.ts'

const TIMES = 20
const MAX_ELSEWHERE_MS = 1_000
const TIMEOUT_MS = 2_000
const POLL_MS = 10

export async function measureFreshness(): Promise<Figure[]> {
  const here = await withApplication((url) => measurePurchases(url, url))
  const elsewhere = await withTwoInstances(measurePurchases)
  const shows = 'show a bought seat'
  return [
    {
      what: `/classes and /api/all-classes ${shows} on the very next request`,
      measured: `${here.filter(({ requests }) => requests === 1).length} of ${TIMES} (${describeTimes(here)})`,
      limit: `${TIMES} of ${TIMES}`,
      holds: here.every(({ requests }) => requests === 1),
    },
    {
      what: `/classes and /api/all-classes of a second instance ${shows}`,
      measured: describeTimes(elsewhere),
      limit: `≤ ${MAX_ELSEWHERE_MS} ms each`,
      holds: elsewhere.every(({ milliseconds }) => milliseconds <= MAX_ELSEWHERE_MS),
    },
  ]
}

interface Shown {
  /** From the response to the purchase until both show it; infinite after the timeout. */
  milliseconds: number
  requests: number
}

async function measurePurchases(writer: string, reader: string): Promise<Shown[]> {
  const student = await signUp(writer, `student-${randomBytes(4).toString('hex')}@example.test`)
  const shown: Shown[] = []
  for (const chosen of (await approvedClasses(writer)).filter(({ seats }) => seats > 0).slice(0, TIMES)) {
    const pay = await beginToBuy(writer, student, chosen)
    const { page: before } = await readSeats(reader, chosen)
    await pay()
    shown.push(await waitUntilShown(() => readSeats(reader, chosen), before - 1))
  }
  if (shown.length < TIMES) throw new Error(`only ${shown.length} classes have seats`)
  return shown
}

async function waitUntilShown(read: () => Promise<Seats>, seats: number): Promise<Shown> {
  const begun = performance.now()
  for (let requests = 1; ; requests++) {
    const { page, call } = await read()
    const milliseconds = performance.now() - begun
    if (page === seats && call === seats) return { milliseconds, requests }
    if (milliseconds > TIMEOUT_MS) return { milliseconds: Number.POSITIVE_INFINITY, requests }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

function describeTimes(shown: Shown[]): string {
  const times = shown.map(({ milliseconds }) => milliseconds)
  const format = (time: number) => (Number.isFinite(time) ? `${time.toFixed(0)} ms` : `over ${TIMEOUT_MS} ms`)
  return `median ${format(median(times))}, worst ${format(Math.max(...times))}`
}

/** Starts two instances as behind a proxy: with one database and one secret. */
async function withTwoInstances<T>(measure: (one: string, other: string) => Promise<T>): Promise<T> {
  const postgres = await startPostgres()
  try {
    const DATABASE_URL = await postgres.createDatabase('school')
    const env = { DATABASE_URL, SECRET: randomBytes(32).toString('hex'), DEMO: 'on' }
    return await withServer(env, (one) => withServer(env, (other) => measure(one, other)))
  } finally {
    await postgres.stop()
  }
}
