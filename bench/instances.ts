/**
 * Three instances behind nginx compared with one, on the same cores: what they share must not slow them down. Both get the steps of
 * opening day without pauses, in turns, so that noise affects both; the median of the ratios.
 */

import { ensureDebianPackages } from '../ops/debian.mjs'
import { openPostgres } from '../server/platform/database/postgres.ts'
import { type Cluster, SECRET, startCluster } from '../testing/cluster/cluster.ts'
import { type Figure, median } from './figure.ts'
import { fillSchool } from './opening-day/school.ts'
import { prepareVisits, type Visit } from './opening-day/visits.ts'

const CLIENTS = 32
const ROUNDS = 9
/** Each of three instances gets a third of the requests, and compiles later. */
const WARM_UP_ROUNDS = 2
const ROUND_SECONDS = 10
const MIN_RATIO = 0.9

interface Prepared {
  cluster: Cluster
  visit: Visit
}

export async function measureInstances(): Promise<Figure> {
  ensureDebianPackages('pgbouncer', 'nginx')
  const one = await prepare(1)
  const three = await prepare(3)
  try {
    const rounds: { one: number; three: number }[] = []
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const measured = { one: await countStepsPerSecond(one), three: await countStepsPerSecond(three) }
      if (round >= WARM_UP_ROUNDS) rounds.push(measured)
    }
    const ratio = median(rounds.map((round) => round.three / round.one))
    const [ofOne, ofThree] = [median(rounds.map((it) => it.one)), median(rounds.map((it) => it.three))]
    return {
      what: 'Three instances behind nginx on 2 cores compared with one: browsing, pages of students and purchases, 32 clients',
      measured: `${ratio.toFixed(2)} (${ofThree.toFixed(0)} of ${ofOne.toFixed(0)} steps/s)`,
      limit: `≥ ${MIN_RATIO}`,
      holds: ratio >= MIN_RATIO,
    }
  } finally {
    await one.cluster.stop()
    await three.cluster.stop()
  }
}

async function prepare(instances: number): Promise<Prepared> {
  const cluster = await startCluster({ instances })
  const database = await openPostgres(cluster.databaseUrl, () => {}, { migrates: false })
  return { cluster, visit: await prepareVisits(cluster.url, await fillSchool(database, '20 classes'), SECRET) }
}

async function countStepsPerSecond({ visit }: Prepared): Promise<number> {
  const { times, serverErrors } = await visit({ clients: CLIENTS, seconds: ROUND_SECONDS, pauseMs: 0 })
  if (serverErrors.length > 0) throw new Error(serverErrors[0])
  return Object.values(times).flat().length / ROUND_SECONDS
}
