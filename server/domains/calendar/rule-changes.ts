/**
 * Follows changes of the rules of time zones. At each start, runs whose instants were found by other rules are derived again: the clock
 * times stay, the instants move, and students get an e-mail. Sessions that the school has to check are listed.
 */
import { eq, sql } from 'drizzle-orm'
import { formatClockTime } from '#contract/values/session-times.ts'
import { ChangedRun } from '#contract/webhook-messages.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import type * as Classes from '#server/domains/classes/classes.ts'
import { UPDATED_ON, ZONE_RULES } from '#server/domains/classes/runs/clock-times.ts'
import { type DerivedRun, derive, hasMoved, isSkipped } from '#server/domains/classes/runs/derive.ts'
import { listOutdated, readDated, saveClocks, saveMoved } from '#server/domains/classes/runs/derived-times.ts'
import * as ManagedRuns from '#server/domains/classes/runs/managed-runs.ts'
import { queueReminder } from '#server/domains/classes/runs/minimum.ts'
import { describeOverlap, findOverlaps } from '#server/domains/classes/runs/overlaps.ts'
import { listRunStudents } from '#server/domains/enrolments/students.ts'
import { emit } from '#server/domains/webhooks/emit.ts'
import { readBuiltInClocks } from '#server/platform/built-in-zones.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { composeRulesChangedEmail } from './calendar.emails.ts'
import type { NewCheck } from './time-checks.ts'
import * as TimeChecks from './time-checks.ts'

/** Runs that are read at once. */
const BATCH_SIZE = 500

/** An arbitrary number that every instance uses. */
const DERIVE_LOCK = 20190104

/** Derives every run again whose instants were not found by present rules. Repeating it changes nothing. */
export async function followRules(ctx: SystemContext, now = Date.now()): Promise<void> {
  let count = BATCH_SIZE
  while (count === BATCH_SIZE) {
    const checks = await findOtherTimes(await readBatch(ctx.db, now), now)
    count = await inTransaction(ctx, (tx) => followBatch(ctx, tx, checks, now))
  }
}

async function readBatch(db: Database, now: number): Promise<DerivedRun[]> {
  return (await listOutdated(db, BATCH_SIZE)).map((dated) => derive(dated, now))
}

async function followBatch(
  ctx: SystemContext,
  tx: Transaction,
  checks: TimeChecks.NewCheck[],
  now: number,
): Promise<number> {
  // Another instance may have done the same since.
  await tx.execute(sql`select pg_advisory_xact_lock(${DERIVE_LOCK})`)
  const batch = await readBatch(tx, now)
  const moved = batch.filter(({ isMoved }) => isMoved)
  // Classes are locked in one order, and before runs.
  for (const { run } of moved.toSorted((a, b) => (a.run.classId < b.run.classId ? -1 : 1)))
    await move(ctx, tx, run, now)
  await saveClocks(
    tx,
    batch.filter(({ isMoved }) => !isMoved),
  )
  const isNew = ({ before }: DerivedRun['sessions'][number]) => before.starts === null
  const ids = new Set(batch.flatMap(({ sessions }) => sessions.filter(isNew).map(({ before }) => before.id)))
  await TimeChecks.add(
    tx,
    checks.filter(({ sessionId }) => ids.has(sessionId)),
  )
  return batch.length
}

/** Moves one run under the lock of its class, and tells everyone. */
async function move(
  ctx: SystemContext,
  tx: Transaction,
  { id, classId }: DerivedRun['run'],
  now: number,
): Promise<void> {
  const [row] = await tx.select().from(classes).where(eq(classes.id, classId)).for('update')
  const dated = await readDated(tx, id)
  if (!row || !dated) return
  const derived = derive(dated, now)
  await saveMoved(tx, derived)
  if (derived.after.decideAt !== derived.run.decideAt) await queueReminder(ctx, tx, id, derived.after.decideAt)
  const sessions = derived.sessions.filter(hasMoved)
  if (sessions.length === 0) return
  for (const session of sessions) await TimeChecks.add(tx, await findProblems(tx, row, derived.after, session))
  const students = await listRunStudents(tx, id)
  const mails = students.map((student) => composeRulesChangedEmail(ctx, student, row, { run: derived.after, sessions }))
  if (mails.length > 0) await ctx.mail.send(tx, ...mails)
  if (row.status === 'approve') await emit(ctx, tx, 'run.changed', () => describeRun(ctx, tx, row, id))
}

async function describeRun(
  ctx: SystemContext,
  tx: Transaction,
  row: Classes.ClassRow,
  id: string,
): Promise<ChangedRun> {
  const run = await ManagedRuns.read({ ...ctx, db: tx }, row, id)
  return ChangedRun.parse({ classId: row.id, className: row.name, run })
}

/** Finds out whether a moved session now overlaps with another one, or clocks skip it. */
async function findProblems(
  tx: Transaction,
  row: Classes.ClassRow,
  run: DerivedRun['run'],
  { before, after }: DerivedRun['sessions'][number],
): Promise<TimeChecks.NewCheck[]> {
  const { placeName: name, placeAddress } = run
  const place = name === null ? null : { name, address: placeAddress ?? '', latitude: null, longitude: null }
  const sessions = [{ starts_at: after.startsAt, ends_at: after.endsAt }]
  const messages = (await findOverlaps(tx, row.instructorId, { run_id: run.id, place, sessions })).map(describeOverlap)
  if (isSkipped(before, run))
    messages.push(`Clocks in ${run.timeZone} skip this time by the rules of ${ZONE_RULES}. Choose another.`)
  return messages.map((message) => ({ sessionId: after.id, message }))
}

/**
 * Finds future sessions that have no clock times yet, where the rules inside Node show another one: earlier versions of the server wrote
 * that one, and browsers may have converted by either.
 */
async function findOtherTimes(batch: readonly DerivedRun[], now: number): Promise<NewCheck[]> {
  if (UPDATED_ON === null) return []
  const sessions = batch.flatMap(({ after: run, sessions: all }) => {
    const isNew = ({ before, after }: (typeof all)[number]) => before.starts === null && after.endsAt > now
    const ahead = run.canceledAt === null ? all.filter(isNew) : []
    return ahead.map(({ after: { id, starts, startsAt: at } }) => ({ id, starts, at, timeZone: run.timeZone }))
  })
  if (sessions.length === 0) return []
  const { version, clocks } = await readBuiltInClocks(sessions)
  return sessions.flatMap(({ id: sessionId, starts, timeZone }, index) => {
    const other = clocks[index]
    if (!other || other === starts) return []
    const [shown, present] = [other, starts ?? ''].map((clock) => formatClockTime(clock, timeZone, { now: 'always' }))
    const message = `We showed ${shown} by the rules of ${version}. By those of ${ZONE_RULES} it is ${present}. Check which one you mean.`
    return [{ sessionId, message }]
  })
}
