/** Records who attended the demo's earlier sessions. Those of the last 24 hours are left to tick off. */
import { attendance } from '../server/domains/attendance/attendance.table.ts'
import type { Database } from '../server/platform/database/database.ts'
import type { Random } from './random.ts'
import type { Sale } from './sales.ts'

const DAY_MS = 24 * 60 * 60_000
const ATTENDED = 0.85

/** @param enrolmentIds the ids of the sales' enrolments, in the same order */
export async function insertAttendance(
  db: Database,
  sales: readonly Sale[],
  enrolmentIds: readonly string[],
  { random, firstStart }: { random: Random; firstStart: number },
): Promise<void> {
  const rows = sales.flatMap(({ run }, index) => {
    const enrolmentId = enrolmentIds[index]
    if (enrolmentId === undefined) return []
    return run.sessions
      .filter(({ endsAt }) => endsAt < firstStart - DAY_MS && random.next() < ATTENDED)
      .map(({ id: sessionId, endsAt: createdAt }) => ({ sessionId, enrolmentId, createdAt }))
  })
  await db.insert(attendance).values(rows)
}
