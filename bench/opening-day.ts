/**
 * Opening day: 200 clients for two minutes, each with a step a second on average. Once all students buy the same class, once 20
 * classes. Afterwards `npm run audit` compares the payments with the card provider.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openEmbedded } from '../server/platform/database/embedded.ts'
import { openPostgres } from '../server/platform/database/postgres.ts'
import { startPostgres } from '../testing/databases/postgres-server.ts'
import { freePort } from '../testing/free-port.ts'
import { withServer } from './application-process.ts'
import type { Figure } from './figure.ts'
import { readPeakMegabytes, readSharesOfChildren } from './images/processes.ts'
import { countLockWaits } from './opening-day/lock-waits.ts'
import { type Demand, fillSchool } from './opening-day/school.ts'
import { prepareVisits, type Visits } from './opening-day/visits.ts'
import { percentile99 } from './reading.ts'

const run = promisify(execFile)
const CLIENTS = 200
const SECONDS = 120
const PAUSE_MS = 1_000
const SECRET = 'a secret for the bench, of enough characters'

type Environment = Record<string, string>

interface Day {
  visits: Visits
  peakMegabytes: number
  /** Null where all waits are inside the process. */
  lockWaits: string | null
}

export async function measureOpeningDay(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const demand of ['one class', '20 classes'] as const) {
    figures.push(await withFolder((folder) => measureOnPostgres(folder, demand)))
    figures.push(await withFolder((folder) => measureOnEmbedded(folder, demand)))
  }
  return figures
}

async function measureOnPostgres(folder: string, demand: Demand): Promise<Figure> {
  const postgres = await startPostgres()
  try {
    const url = await postgres.createDatabase('opening')
    const env = await chooseSettings({ DATABASE_URL: url, DATA_DIR: folder })
    await withServer(env, async () => {})
    const school = await fillSchool(await openPostgres(url, () => {}), demand)
    const day = await withServer(env, async (application, pid) => {
      const work = (await prepareVisits(application, school, SECRET))(OPTIONS)
      const { samples, mean, most } = await countLockWaits(url, work)
      const lockWaits = `${mean.toFixed(2)} connections waited for a lock on average and at most ${most} (${samples} samples)`
      return { visits: await work, peakMegabytes: await readPeakMegabytes(pid), lockWaits }
    })
    return toFigure(`PostgreSQL, ${demand} bought`, day, await runAudit(env))
  } finally {
    await postgres.stop()
  }
}

async function measureOnEmbedded(folder: string, demand: Demand): Promise<Figure> {
  const env = await chooseSettings({ DATA_DIR: folder })
  await withServer(env, async () => {})
  const school = await fillSchool(await openEmbedded(folder), demand)
  const day = await withServer(env, async (application, pid) => {
    const visits = await (await prepareVisits(application, school, SECRET))(OPTIONS)
    const peakMegabytes = (await readPeakMegabytes(pid)) + (await readSharesOfChildren(pid))
    return { visits, peakMegabytes, lockWaits: null }
  })
  return toFigure(`the embedded database, ${demand} bought`, day, await runAudit(env))
}

const OPTIONS = { clients: CLIENTS, seconds: SECONDS, pauseMs: PAUSE_MS }

async function chooseSettings(own: Environment): Promise<Environment> {
  const PORT = String(await freePort())
  const PUBLIC_URL = `http://127.0.0.1:${PORT}`
  return { ...own, SECRET, DEMO: 'on', CARDS: 'sandbox', TRUST_PROXY: 'on', PORT, PUBLIC_URL }
}

async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Returns the last line of the audit, which counts the discrepancies. */
async function runAudit(env: Environment): Promise<string> {
  const { PATH = '' } = process.env
  const { stdout } = await run(process.execPath, ['ops/audit.ts'], { env: { ...env, PATH } }).catch((error) => error)
  return String(stdout).trim().split('\n').at(-1) ?? ''
}

function toFigure(where: string, { visits, peakMegabytes, lockWaits }: Day, audited: string): Figure {
  const { times, serverErrors } = visits
  const p99 = Object.entries(times).map(([step, all]) => `${step} ${percentile99(all).toFixed(0)} ms of ${all.length}`)
  const parts = [`p99: ${p99.join(', ')}`, `peak memory ${peakMegabytes} MB`, lockWaits, audited]
  for (const error of serverErrors.slice(0, 5)) console.error(error)
  return {
    what: `Opening day on ${where}, 200 clients for 2 minutes (${parts.filter(Boolean).join('; ')})`,
    measured: `${serverErrors.length} server errors`,
    limit: '0, no discrepancies',
    holds: serverErrors.length === 0 && audited === 'No discrepancies.',
  }
}
