/**
 * The time of searches of 20,000 classes compared with 200, on both databases: the same mix of words, filters and orders, through the
 * whole API and as pages. Measured in turns; 95th percentiles.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseConnection } from '../server/platform/database/database.ts'
import { openEmbedded } from '../server/platform/database/embedded.ts'
import { openPostgres } from '../server/platform/database/postgres.ts'
import { startPostgres } from '../testing/databases/postgres-server.ts'
import { withServer } from './application-process.ts'
import { atMost, type Figure } from './figure.ts'
import { fill } from './search/fill.ts'

const FEW = 200
const MANY = 20_000
const MAX_RATIO = 3
const ROUNDS = 5

/** A month in which sessions take place. */
const MONTH = new Date(Date.now() + 60 * 24 * 60 * 60 * 1000).toISOString().slice(0, 7)

const SEARCHES = [
  'q=harbour',
  'q=night+harbour',
  'q=gol',
  'q=nigth+harbuor',
  'q=word1500',
  'q=word200+word300',
  'q=teacher2+surname2',
  'q=hall+3+dunes',
  'q=frozen&level=beginner&free=1',
  `q=lighthouse&month=${MONTH}`,
  'q=nothing+matches+this',
  'level=advanced',
  `month=${MONTH}`,
  'free=1&sort=date',
  'weekday=sat&online=0',
  'price_max=100&sort=price',
  'sort=popular',
  'sort=date',
  'instructor=teacher2@example.test',
  'page=3',
]

/** Measured calls: rows alone, and the page with its filters. */
const KINDS = { rows: '/api/all-classes', filters: '/api/all-classes/filters', page: '/classes' }
type Kind = keyof typeof KINDS

export async function measureSearch(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-'))
  const postgres = await startPostgres()
  try {
    const onPostgres = async (classes: number) => {
      const url = await postgres.createDatabase(`classes${classes}`)
      await fillAndClose(await openPostgres(url, () => {}), classes)
      return { DATABASE_URL: url, DATA_DIR: join(folder, 'none') }
    }
    const embedded = async (classes: number) => {
      const dataDir = join(folder, `classes${classes}`)
      await fillAndClose(await openEmbedded(dataDir), classes)
      return { DATA_DIR: dataDir }
    }
    return [
      ...(await measureOn('PostgreSQL', await onPostgres(FEW), await onPostgres(MANY))),
      ...(await measureOn('the embedded database', await embedded(FEW), await embedded(MANY))),
    ]
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}

async function fillAndClose(database: DatabaseConnection, classes: number): Promise<void> {
  await fill(database, classes)
  await database.close()
}

type Environment = Record<string, string>

async function measureOn(database: string, few: Environment, many: Environment): Promise<Figure[]> {
  const settings = {
    DEMO: 'off',
    CARDS: 'sandbox',
    SECRET: 'a secret for the bench, of enough characters',
    LOG_LEVEL: 'warn',
  }
  return withServer({ ...settings, ...few }, (fewUrl) =>
    withServer({ ...settings, ...many }, async (manyUrl) => {
      const figures: Figure[] = []
      for (const kind of Object.keys(KINDS) as Kind[]) figures.push(await compare(database, kind, fewUrl, manyUrl))
      return figures
    }),
  )
}

async function compare(database: string, kind: Kind, fewUrl: string, manyUrl: string): Promise<Figure> {
  const few: number[] = []
  const many: number[] = []
  const slowest = new Map<string, number[]>()
  for (let round = 0; round <= ROUNDS; round++) {
    for (const query of SEARCHES) {
      const fewTime = await measureRequest(`${fewUrl}${KINDS[kind]}?${query}`)
      const manyTime = await measureRequest(`${manyUrl}${KINDS[kind]}?${query}`)
      // The first round warms up.
      if (round === 0) continue
      few.push(fewTime)
      many.push(manyTime)
      slowest.set(query, [...(slowest.get(query) ?? []), manyTime])
    }
  }
  const medians = [...slowest]
    .map(([query, times]) => ({ query, ms: percentile(times, 0.5) }))
    .sort((a, b) => b.ms - a.ms)
  const named = medians.slice(0, 3).map(({ query, ms }) => `${query} ${ms.toFixed(0)} ms`)
  const p95 = { few: percentile(few, 0.95), many: percentile(many, 0.95) }
  const what = `Search over 20,000 classes on ${database}, ${kind}, p95 compared with 200 (${p95.many.toFixed(0)} of ${p95.few.toFixed(0)} ms; slowest: ${named.join(', ')})`
  return atMost({ what, value: p95.many / p95.few, max: MAX_RATIO, unit: ' times', digits: 1 })
}

async function measureRequest(url: string): Promise<number> {
  const begun = performance.now()
  const response = await fetch(url)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}`)
  return performance.now() - begun
}

function percentile(values: number[], fraction: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}
