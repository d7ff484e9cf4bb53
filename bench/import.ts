/** An import of 20,000 users through the whole API, as the page makes it, and what readers of a cached page wait while it runs. */
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '../contract/api.ts'
import type { Import } from '../contract/import.ts'
import { DEMO_ADMIN, DEMO_PASSWORD } from '../server/settings/demo.ts'
import { withEmbedded, withPostgres } from './demo-process.ts'
import { atMost, type Figure } from './figure.ts'
import { percentile99, readWhile } from './reading.ts'
import { type SignedIn, signIn } from './signed-in.ts'

const USERS = 20_000
const READ_INTERVAL_MS = 20

const MAX_SECONDS = 60
const MAX_APPLY_SECONDS = 2
const MAX_MS = 100

export async function measureImport(): Promise<Figure[]> {
  return [
    ...(await withEmbedded((url) => measureOn(url, 'the embedded database'))),
    ...(await withPostgres((url) => measureOn(url, 'PostgreSQL'))),
  ]
}

async function measureOn(url: string, database: string): Promise<Figure[]> {
  const admin = await signIn(url, DEMO_ADMIN, DEMO_PASSWORD)
  const page = `${url}/classes`
  const quiet = percentile99(await readWhile(page, READ_INTERVAL_MS, pause(3_000)))
  const work = importUsers(url, admin)
  const times = await readWhile(page, READ_INTERVAL_MS, work)
  const { seconds, applySeconds, responses, longestSeconds } = await work
  const progress = `${responses} responses with progress, the slowest after ${longestSeconds.toFixed(1)} s`
  return [
    atMost({
      what: `An import of ${USERS.toLocaleString('en')} users on ${database}, from upload to result (${progress})`,
      value: seconds,
      max: MAX_SECONDS,
      unit: ' s',
      digits: 1,
    }),
    atMost({
      what: `The same: its last step, one transaction`,
      value: applySeconds,
      max: MAX_APPLY_SECONDS,
      unit: ' s',
      digits: 1,
    }),
    atMost({
      what: `The same: GET /classes, cached, p99 (${times.length} requests; ${quiet.toFixed(1)} ms without the import)`,
      value: percentile99(times),
      max: MAX_MS,
      unit: ' ms',
      digits: 1,
    }),
  ]
}

async function importUsers(url: string, { call, token }: SignedIn) {
  const begun = performance.now()
  const since = (from: number) => (performance.now() - from) / 1000
  let current = await upload(url, token)
  const params = { id: current._id }
  const columns = { name: { column: 0 }, email: { column: 1 }, role: { value: 'student' } }
  const body = { kind: 'users', columns, date_order: 'day-month' } as const
  current = await call(api.matchImport, { params, body }, { ifMatch: current.version })
  let [responses, longestSeconds] = [0, since(begun)]
  while (current.status === 'checking') {
    const step = performance.now()
    current = await call(api.checkImport, { params })
    longestSeconds = Math.max(longestSeconds, since(step))
    responses++
  }
  const applying = performance.now()
  current = await call(api.applyImport, { params }, { ifMatch: current.version })
  if (current.counts.ready !== USERS) throw new Error(`${current.counts.ready} users are imported`)
  return { seconds: since(begun), applySeconds: since(applying), responses, longestSeconds }
}

async function upload(url: string, token: string): Promise<Import> {
  const rows = Array.from({ length: USERS }, (_, index) => `Person ${index},person${index}@example.test`)
  const body = new FormData()
  body.set('file', new Blob([`Name,Email\n${rows.join('\n')}\n`], { type: 'text/csv' }), 'people.csv')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/imports`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`the upload failed with ${response.status}: ${await response.text()}`)
  return (await response.json()) as Import
}
