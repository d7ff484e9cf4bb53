/**
 * The processor time that each kind of request costs the application and PostgreSQL, on the demo school: with it an operator estimates how
 * many cores a school needs. Eight clients send one kind at a time.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../server/platform/database/postgres.ts'
import { type PostgresServer, startPostgres } from '../testing/databases/postgres-server.ts'
import { freePort } from '../testing/free-port.ts'
import { withServer } from './application-process.ts'
import type { Figure } from './figure.ts'
import { listChildren, readCpuSeconds } from './images/processes.ts'
import { fillSchool } from './opening-day/school.ts'
import { type Client, createSteps, readPage } from './opening-day/visits.ts'

const CLIENTS = 8
const SECONDS = 8
const WARM_UP_SECONDS = 2
const SECRET = 'a secret for the bench, of enough characters'
const WORDS = ['night', 'light', 'portrait', 'fog', 'harbour', 'street', 'winter', 'glass']

type Request = (client: Client) => Promise<unknown>

export async function measureCosts(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-'))
  const postgres = await startPostgres()
  try {
    const DATABASE_URL = await postgres.createDatabase('costs')
    const PORT = String(await freePort())
    const proxy = { TRUST_PROXY: 'on', PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` }
    const env = { DATABASE_URL, DATA_DIR: folder, SECRET, DEMO: 'on', CARDS: 'sandbox', ...proxy }
    await withServer(env, async () => {})
    const school = await fillSchool(await openPostgres(DATABASE_URL, () => {}), '20 classes')
    return await withServer(env, async (url, pid) => {
      const { student, purchase } = await createSteps(url, school, SECRET)
      const figures: Figure[] = []
      for (const [kind, request] of Object.entries<Request>({
        'a cached page': ({ agent, client }) => readPage(`${url}/classes`, agent, client),
        'a search': ({ agent, client }) => readPage(`${url}/classes?q=${chooseWords()}`, agent, client),
        'the home of a student with its three calls': student,
        'a purchase': purchase,
      }))
        figures.push(toFigure(kind, await measure(request, postgres, pid)))
      return figures
    })
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

/** Three words, since the pages of common searches are cached. */
function chooseWords(): string {
  return Array.from({ length: 3 }, () => WORDS[Math.floor(Math.random() * WORDS.length)]).join('+')
}

interface Cost {
  /** Milliseconds of a core for each request. */
  application: number
  database: number
  perSecond: number
}

async function measure(request: Request, postgres: PostgresServer, pid: number): Promise<Cost> {
  await sendFor(WARM_UP_SECONDS, request)
  const readBoth = async () => [await readCpuSeconds(pid), await readDatabaseSeconds(postgres)] as const
  const before = await readBoth()
  const begun = performance.now()
  const sent = await sendFor(SECONDS, request)
  const seconds = (performance.now() - begun) / 1000
  const after = await readBoth()
  const [application, database] = [0, 1].map((index) => (1000 * ((after[index] ?? 0) - (before[index] ?? 0))) / sent)
  return { application: application ?? Number.NaN, database: database ?? Number.NaN, perSecond: sent / seconds }
}

/** Returns how many requests all clients have sent. */
async function sendFor(seconds: number, request: Request): Promise<number> {
  const end = performance.now() + seconds * 1000
  const run = async (client: number) => {
    const agent = new Agent({ keepAlive: true })
    let sent = 0
    for (; performance.now() < end; sent++) await request({ agent, client })
    agent.destroy()
    return sent
  }
  const sent = await Promise.all(Array.from({ length: CLIENTS }, (_, client) => run(client)))
  return sent.reduce((all, one) => all + one, 0)
}

/** Returns the processor time of a PostgreSQL server and its connections. Source: the first line of postmaster.pid is its process. */
async function readDatabaseSeconds({ folder }: PostgresServer): Promise<number> {
  const pid = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  const seconds = await Promise.all([pid, ...(await listChildren(pid))].map(readCpuSeconds))
  return seconds.reduce((all, one) => all + one, 0)
}

function toFigure(kind: string, { application, database, perSecond }: Cost): Figure {
  return {
    what: `Processor time of ${kind}: application, PostgreSQL`,
    measured: `${application.toFixed(2)} ms, ${database.toFixed(2)} ms (${perSecond.toFixed(0)}/s)`,
    limit: 'none',
    holds: true,
  }
}
