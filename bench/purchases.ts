/**
 * Settled purchases per second through the whole API on PostgreSQL, by 32 buyers, without the card provider: compared with the same
 * SQL alone, and with a million payments compared with a thousand. Measured in turns, so that noise affects all; medians of ratios. And the
 * time of the audit of a million payments.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NODE_ARGUMENTS } from '../ops/server-arguments.mjs'
import { openPostgres } from '../server/platform/database/postgres.ts'
import { type PostgresServer, startPostgres } from '../testing/databases/postgres-server.ts'
import { prepareDatabase } from '../testing/databases/prepared.ts'
import { withServer } from './application-process.ts'
import { type Figure, median } from './figure.ts'
import { timeAudit } from './purchases/audit-time.ts'
import { openBareSql } from './purchases/bare-sql.ts'
import { Buyers } from './purchases/buyers.ts'
import { type Filled, fill } from './purchases/fill.ts'

const ROUNDS = 5
const ROUND_SECONDS = 3
/** For the application's code to be compiled, of which a purchase runs much. */
const WARM_UP_SECONDS = 8
/** As PostgreSQL is after its installation: a commit waits for the disk. Servers of tests do not wait. */
const DURABLE = ['fsync=on', 'full_page_writes=on', 'synchronous_commit=on']
const MIN_RATIO_TO_SQL = 0.45
const MIN_RATIO_WHEN_FULL = 0.9
const FEW = 1_000
const MANY = 1_000_000
/** Enough for an audit of some seconds. */
const SOME = 100_000
const MAX_AUDIT_RATIO = 1.5
const SECRET = 'a secret for the bench, of enough characters'

interface Round {
  few: number
  many: number
  bare: number
}

export async function measurePurchases(): Promise<Figure[]> {
  const server = await startPostgres(DURABLE)
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-'))
  try {
    const { rounds, audits } = await measureOn(server, folder)
    const few = median(rounds.map((round) => round.few))
    const many = median(rounds.map((round) => round.many))
    const bare = median(rounds.map((round) => round.bare))
    const ratio = median(rounds.map((round) => round.few / round.bare))
    const whenFull = median(rounds.map((round) => round.many / round.few))
    return [
      {
        what: 'Purchases settled through the whole API on PostgreSQL, 32 buyers, without the card provider, compared with their SQL alone',
        measured: `${ratio.toFixed(2)} (${few.toFixed(0)}/s of ${bare.toFixed(0)}/s)`,
        limit: `≥ ${MIN_RATIO_TO_SQL}`,
        holds: ratio >= MIN_RATIO_TO_SQL,
      },
      {
        what: 'The same with 1,000,000 payments in the table, compared with 1,000',
        measured: `${whenFull.toFixed(2)} (${many.toFixed(0)}/s)`,
        limit: `≥ ${MIN_RATIO_WHEN_FULL}`,
        holds: whenFull >= MIN_RATIO_WHEN_FULL,
      },
      toAuditFigure(audits),
    ]
  } finally {
    await server.stop()
    await rm(folder, { recursive: true })
  }
}

/** Microseconds for each payment. */
interface Audits {
  some: number
  many: number
}

function toAuditFigure({ some, many }: Audits): Figure {
  const ratio = many / some
  const seconds = (many * MANY) / 1_000_000
  return {
    what: 'Audit of 1,000,000 payments, compared for each payment with that of 100,000',
    measured: `${ratio.toFixed(2)} (${seconds.toFixed(0)} s)`,
    limit: `≤ ${MAX_AUDIT_RATIO}`,
    holds: ratio <= MAX_AUDIT_RATIO,
  }
}

/** Measures before the first purchase, and in turns. */
async function measureAudits(server: PostgresServer, urlOfMany: string): Promise<Audits> {
  const { url } = await fillDatabase(server, 'some', SOME)
  const before = await timeAudit(url, SOME)
  const many = await timeAudit(urlOfMany, MANY)
  return { some: (before + (await timeAudit(url, SOME))) / 2, many }
}

async function measureOn(server: PostgresServer, folder: string): Promise<{ rounds: Round[]; audits: Audits }> {
  const few = await fillDatabase(server, 'few', FEW)
  const many = await fillDatabase(server, 'many', MANY)
  const alone = await fillDatabase(server, 'alone', FEW)
  const audits = await measureAudits(server, many.url)
  const bare = await openBareSql(alone.url, SECRET, alone.filled)
  try {
    return await withApplicationOn(few.url, folder, (urlOfFew) =>
      withApplicationOn(many.url, folder, async (urlOfMany) => {
        const buyersOfFew = await Buyers.at(urlOfFew, SECRET, few.filled)
        const buyersOfMany = await Buyers.at(urlOfMany, SECRET, many.filled)
        const measure = async (seconds: number): Promise<Round> => ({
          few: await buyersOfFew.perSecond(seconds),
          many: await buyersOfMany.perSecond(seconds),
          bare: await bare.perSecond(seconds),
        })
        await measure(WARM_UP_SECONDS)
        const rounds: Round[] = []
        for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(ROUND_SECONDS))
        return { rounds, audits }
      }),
    )
  } finally {
    await bare.close()
  }
}

async function fillDatabase(
  server: PostgresServer,
  name: string,
  payments: number,
): Promise<{ url: string; filled: Filled }> {
  const url = await server.createDatabase(name)
  const database = await openPostgres(url, () => {})
  await prepareDatabase(database)
  await database.close()
  return { url, filled: await fill(url, payments) }
}

function withApplicationOn<T>(databaseUrl: string, folder: string, measure: (url: string) => Promise<T>): Promise<T> {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: folder, SECRET }
  return withServer(env, measure, [...NODE_ARGUMENTS, 'bench/purchases/application.ts'])
}
