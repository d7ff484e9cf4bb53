/**
 * Settled purchases a second through the whole API on PostgreSQL, by 32 buyers, the card provider counted out: beside the
 * same SQL by itself, and with a million payments in the table beside a thousand. In turns, so that a noisy machine is
 * noisy for all; medians of the rounds' ratios.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../server/database/postgres.ts'
import { type PostgresServer, startPostgres } from '../tests/databases/postgres-server.ts'
import { prepareJobs } from '../tests/databases/prepared.ts'
import { type Figure, median } from './figure.ts'
import { openBareSql } from './purchases/bare-sql.ts'
import { Buyers } from './purchases/buyers.ts'
import { type Filled, fill } from './purchases/fill.ts'
import { withServer } from './school-process.ts'

const ROUNDS = 5
const ROUND_SECONDS = 3
const LEAST_SHARE_OF_SQL = 0.25
const LEAST_SHARE_WHEN_FULL = 0.9
const FEW = 1_000
const MANY = 1_000_000
const SECRET = 'a secret for the bench, of enough characters'

interface Round {
  few: number
  many: number
  bare: number
}

export async function measurePurchases(): Promise<Figure[]> {
  const server = await startPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'school-bench-'))
  try {
    const rounds = await measureOn(server, folder)
    const few = median(rounds.map((round) => round.few))
    const many = median(rounds.map((round) => round.many))
    const bare = median(rounds.map((round) => round.bare))
    const share = median(rounds.map((round) => round.few / round.bare))
    const whenFull = median(rounds.map((round) => round.many / round.few))
    return [
      {
        what: 'Purchases settled through the whole API on PostgreSQL, 32 buyers, the card provider counted out, as a share of their SQL by itself',
        measured: `${share.toFixed(2)} (${few.toFixed(0)}/s of ${bare.toFixed(0)}/s)`,
        limit: `≥ ${LEAST_SHARE_OF_SQL}`,
        holds: share >= LEAST_SHARE_OF_SQL,
      },
      {
        what: 'The same with 1,000,000 payments in the table, as a share of it with 1,000',
        measured: `${whenFull.toFixed(2)} (${many.toFixed(0)}/s)`,
        limit: `≥ ${LEAST_SHARE_WHEN_FULL}`,
        holds: whenFull >= LEAST_SHARE_WHEN_FULL,
      },
    ]
  } finally {
    await server.stop()
    await rm(folder, { recursive: true })
  }
}

async function measureOn(server: PostgresServer, folder: string): Promise<Round[]> {
  const few = await filled(server, 'few', FEW)
  const many = await filled(server, 'many', MANY)
  const alone = await filled(server, 'alone', FEW)
  const bare = await openBareSql(alone.url, alone.filled)
  try {
    return await withSchool(few.url, folder, (schoolOfFew) =>
      withSchool(many.url, folder, async (schoolOfMany) => {
        const buyersOfFew = await Buyers.at(schoolOfFew, SECRET, few.filled)
        const buyersOfMany = await Buyers.at(schoolOfMany, SECRET, many.filled)
        const rounds: Round[] = []
        for (let round = 0; round <= ROUNDS; round++) {
          const measured = {
            few: await buyersOfFew.perSecond(ROUND_SECONDS),
            many: await buyersOfMany.perSecond(ROUND_SECONDS),
            bare: await bare.perSecond(ROUND_SECONDS),
          }
          // The first warms everything up.
          if (round > 0) rounds.push(measured)
        }
        return rounds
      }),
    )
  } finally {
    await bare.close()
  }
}

async function filled(
  server: PostgresServer,
  name: string,
  payments: number,
): Promise<{ url: string; filled: Filled }> {
  const url = await server.createDatabase(name)
  const database = await openPostgres(url, () => {})
  await prepareJobs(database)
  await database.close()
  return { url, filled: await fill(url, payments) }
}

function withSchool<T>(databaseUrl: string, folder: string, measure: (address: string) => Promise<T>): Promise<T> {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: folder, SECRET, NODE_ENV: 'production' }
  return withServer(
    process.execPath,
    ['--import', './ops/quick-imports.mjs', 'bench/purchases/school.ts'],
    env,
    measure,
  )
}
