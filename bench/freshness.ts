/**
 * How soon a write shows in what is kept in memory: a seat is bought, and as soon as that is answered /classes and
 * /api/all-classes are read, from the instance that wrote, and from a second one on the same PostgreSQL.
 */
import { randomBytes } from 'node:crypto'
import { startPostgres } from '../tests/databases/postgres-server.ts'
import { type Figure, median } from './figure.ts'
import { beginToBuy } from './freshness/buy.ts'
import { approvedClasses, type Seats, seatsOf } from './freshness/seats.ts'
import { withSchool, withServer } from './school-process.ts'
import { signUp } from './signed-in.ts'

const TIMES = 20
const MOST_ELSEWHERE_MS = 1_000
const PATIENCE_MS = 2_000
const ASK_AGAIN_MS = 10

export async function measureFreshness(): Promise<Figure[]> {
  const here = await withSchool((school) => purchases(school, school))
  const elsewhere = await withTwoInstances(purchases)
  const at = 'show a bought seat'
  return [
    {
      what: `/classes and /api/all-classes ${at} on the very next request`,
      measured: `${here.filter(({ requests }) => requests === 1).length} of ${TIMES} (${spread(here)})`,
      limit: `${TIMES} of ${TIMES}`,
      holds: here.every(({ requests }) => requests === 1),
    },
    {
      what: `/classes and /api/all-classes of a second instance ${at}`,
      measured: spread(elsewhere),
      limit: `≤ ${MOST_ELSEWHERE_MS} ms each`,
      holds: elsewhere.every(({ milliseconds }) => milliseconds <= MOST_ELSEWHERE_MS),
    },
  ]
}

interface Shown {
  /** From the answer to the purchase until both had been read anew; infinite where that did not happen. */
  milliseconds: number
  requests: number
}

async function purchases(writer: string, reader: string): Promise<Shown[]> {
  const student = await signUp(writer, `student-${randomBytes(4).toString('hex')}@example.test`)
  const shown: Shown[] = []
  for (const chosen of (await approvedClasses(writer)).filter(({ seats }) => seats > 0).slice(0, TIMES)) {
    const pay = await beginToBuy(writer, student, chosen)
    const { page: before } = await seatsOf(reader, chosen)
    await pay()
    shown.push(await untilShown(() => seatsOf(reader, chosen), before - 1))
  }
  if (shown.length < TIMES) throw new Error(`there are seats in ${shown.length} classes only`)
  return shown
}

async function untilShown(read: () => Promise<Seats>, seats: number): Promise<Shown> {
  const begun = performance.now()
  for (let requests = 1; ; requests++) {
    const { page, call } = await read()
    const milliseconds = performance.now() - begun
    if (page === seats && call === seats) return { milliseconds, requests }
    if (milliseconds > PATIENCE_MS) return { milliseconds: Number.POSITIVE_INFINITY, requests }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}

function spread(shown: Shown[]): string {
  const times = shown.map(({ milliseconds }) => milliseconds)
  const said = (time: number) => (Number.isFinite(time) ? `${time.toFixed(0)} ms` : `over ${PATIENCE_MS} ms`)
  return `median ${said(median(times))}, worst ${said(Math.max(...times))}`
}

/** Two instances as behind a proxy: one database, one secret. */
async function withTwoInstances<T>(measure: (one: string, other: string) => Promise<T>): Promise<T> {
  const postgres = await startPostgres()
  try {
    const DATABASE_URL = await postgres.createDatabase('school')
    const env = { PORT: '0', NODE_ENV: 'production', DATABASE_URL, SECRET: randomBytes(32).toString('hex'), DEMO: 'on' }
    const instance = <R>(use: (address: string) => Promise<R>) =>
      withServer(process.execPath, ['server/main.ts'], env, use)
    return await instance((one) => instance((other) => measure(one, other)))
  } finally {
    await postgres.stop()
  }
}
