/** The verbs on briefs. */
import { and, desc, eq, exists, getTableColumns, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Brief, BriefChange, BriefWithOwn, NewBrief } from '#contract/briefs.ts'
import type { CallOptions } from '#contract/call.ts'
import { MAX_BRIEFS } from '#contract/values/limits.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { filterChanges, listChanges } from '#server/domains/activity/field-changes.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { explainAbsence } from '#server/domains/enrolments/enrolled-classes.ts'
import { enrolments, isActive } from '#server/domains/enrolments/enrolments.table.ts'
import { AppError, must, orNotFound, parseId, requireVersion } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { renderMarkdown } from '#server/platform/markdown.ts'
import { toClockTime, toInstant } from '#server/platform/zoned-time.ts'
import type { Actor, Context } from '#server/ports/context.ts'
import { mayCritique } from './access.ts'
import { briefs, pictures, submissions } from './critique.table.ts'
import * as Notices from './notices.ts'
import { isLate } from './submission-columns.ts'

type BriefRow = typeof briefs.$inferSelect
type School = Pick<Context, 'school'>

/** Returns the briefs of a class: all to its instructor and admins, to its students those of their runs. @throws AppError NOT_FOUND, ENROLMENT_ENDED */
export async function listOfClass(ctx: Context, id: string): Promise<BriefWithOwn[]> {
  const { db, actor } = ctx
  const { id: classId, instructorId } = await Classes.find(db, id)
  if (mayCritique(actor, { instructorId })) return list(ctx, eq(briefs.classId, classId))
  const rows = await list(ctx, and(eq(briefs.classId, classId), isForStudent(db, actor)))
  if (rows.length === 0) await requireEnrolment(ctx, { classId, runId: null })
  return rows
}

/** Returns the briefs of the actor's classes, and those that they handed pictures in for. */
export async function listOwn(ctx: Context): Promise<BriefWithOwn[]> {
  return list(ctx, isForStudent(ctx.db, ctx.actor))
}

/** Returns a brief to those who teach it, have to do it, or have handed pictures in for it. @throws AppError NOT_FOUND, ENROLMENT_ENDED */
export async function get(ctx: Context, id: string): Promise<BriefWithOwn> {
  const { db, actor } = ctx
  const [row] = await db
    .select({ brief: briefs, instructorId: classes.instructorId })
    .from(briefs)
    .innerJoin(classes, eq(classes.id, briefs.classId))
    .where(eq(briefs.id, parseId(id)))
  const { brief, instructorId } = orNotFound(row)
  const isVisible = mayCritique(actor, { instructorId }) ? undefined : isForStudent(db, actor)
  const [shown] = await list(ctx, and(eq(briefs.id, brief.id), isVisible))
  if (shown) return shown
  throw await explainAbsence(ctx, eq(enrolments.classId, brief.classId))
}

async function list(ctx: Context, filter: SQL | undefined): Promise<BriefWithOwn[]> {
  const { db, actor } = ctx
  const rows = await db
    .select(BRIEF)
    .from(briefs)
    .innerJoin(classes, eq(classes.id, briefs.classId))
    .leftJoin(runs, eq(runs.id, briefs.runId))
    .leftJoin(submissions, and(eq(submissions.briefId, briefs.id), eq(submissions.userId, actor.id)))
    .where(filter)
    .orderBy(desc(briefs.dueAt), briefs.id)
  return rows.map(({ submission, ...row }) => ({
    ...toBrief(row, ctx),
    submission: submission?._id ? submission : null,
  }))
}

const BRIEF = {
  brief: getTableColumns(briefs),
  className: classes.name,
  timeZone: runs.timeZone,
  submission: {
    _id: submissions.id,
    state: submissions.state,
    unread: submissions.unread,
    late: isLate,
    pictures: submissions.pictureCount,
  },
}

/** Matches briefs of an active enrolment of a user, and those that they have a submission for. */
function isForStudent(db: Database, { id }: Pick<Actor, 'id'>): SQL | undefined {
  const isOfRun = or(isNull(briefs.runId), eq(enrolments.runId, briefs.runId))
  const isEnrolled = and(eq(enrolments.userId, id), eq(enrolments.classId, briefs.classId), isOfRun, isActive)
  const isToDo = exists(db.select({ one: sql`1` }).from(enrolments).where(isEnrolled))
  // The list joins the actor's submissions only.
  return or(isToDo, isNotNull(submissions.id))
}

/** Returns what calls show of a brief. */
export function toBrief(
  { brief, className, timeZone }: { brief: BriefRow; className: string; timeZone: string | null },
  { school }: School,
): Brief {
  const { id: _id, runId, dueAt: due_at, addFailed: add_failed, createdAt: created_at, remindedAt: _, ...rest } = brief
  const time_zone = timeZone ?? school.current.time_zone
  const due = toClockTime(due_at, time_zone)
  const html = renderMarkdown(brief.text)
  return { ...rest, _id, className, ...(runId && { runId }), html, due_at, due, time_zone, add_failed, created_at }
}

/** @throws AppError NOT_FOUND, ENROLMENT_ENDED unless the actor is enrolled in a class now, or in a run of it */
export async function requireEnrolment(
  ctx: Context,
  { classId, runId }: Pick<BriefRow, 'classId' | 'runId'>,
  db: Database = ctx.db,
): Promise<void> {
  const isOfBrief = and(eq(enrolments.classId, classId), runId === null ? undefined : eq(enrolments.runId, runId))
  const isOwn = and(eq(enrolments.userId, ctx.actor.id), isOfBrief)
  const [enrolment] = await db.select({ id: enrolments.id }).from(enrolments).where(and(isOwn, isActive)).limit(1)
  if (!enrolment) throw await explainAbsence(ctx, isOfBrief)
}

/** Adds a brief to a class of the actor, and returns its id. @throws AppError NOT_FOUND, INVALID_INPUT, LIMIT_REACHED */
export async function add(ctx: Context, id: string, input: NewBrief): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { id: classId } = await Classes.lock(tx, id, { instructorId: ctx.actor.id })
    const run = input.runId === undefined ? null : await findRun(tx, classId, input.runId)
    const dueAt = must(readDue(input, run?.timeZone ?? null, ctx))
    if (dueAt <= Date.now()) throw new AppError('INVALID_INPUT', 'due_at: must be in the future')
    if ((await tx.$count(briefs, eq(briefs.classId, classId))) >= MAX_BRIEFS) throw new AppError('LIMIT_REACHED')
    const { title, text = '', count, rules = {}, add_failed: addFailed = false } = input
    const values = { classId, runId: run?.id ?? null, title, text, dueAt, count, rules, addFailed }
    const [created] = await tx
      .insert(briefs)
      .values({ ...values, createdAt: Date.now() })
      .returning({ id: briefs.id })
    const subjectId = must(created).id
    await Activity.record(tx, ctx.actor, { action: 'brief_added', subject: title, subjectId })
    await Notices.addForStudents(tx, { id: subjectId, ...values }, 'brief')
    return subjectId
  })
}

async function findRun(tx: Transaction, classId: string, id: string) {
  const isOfClass = and(eq(runs.id, parseId(id)), eq(runs.classId, classId))
  const [run] = await tx.select({ id: runs.id, timeZone: runs.timeZone }).from(runs).where(isOfClass)
  return orNotFound(run)
}

/** Returns when pictures are due; undefined where the input does not say it. @throws AppError INVALID_INPUT for a time that clocks skip */
function readDue(
  { due_at, due }: Pick<BriefChange, 'due_at' | 'due'>,
  zone: string | null,
  { school }: School,
): number | undefined {
  if (due === undefined) return due_at
  const at = toInstant(due, zone ?? school.current.time_zone ?? 'UTC')
  if (at === null) throw new AppError('INVALID_INPUT', 'due: clocks skip this time')
  return at
}

const LABELS = { title: 'Title', text: 'Text', dueAt: 'Due', count: 'Pictures', addFailed: 'One that failed' }

/** Changes a brief of the actor. @throws AppError NOT_FOUND, CHANGED_MEANWHILE, INVALID_INPUT */
export async function change(
  ctx: Context,
  id: string,
  { due_at, due, add_failed: addFailed, ...input }: BriefChange,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { brief, timeZone } = await lock(tx, ctx.actor, id)
    requireVersion(brief, ifMatch)
    const zone = timeZone ?? ctx.school.current.time_zone
    // A form sends the due time back to the minute. A program may have set its seconds.
    const isSame = due === toClockTime(brief.dueAt, zone)
    const dueAt = isSame ? brief.dueAt : readDue({ due_at, due }, zone, ctx)
    const values = filterChanges(brief, { ...input, addFailed, dueAt })
    if (Object.keys(values).length === 0) return 0
    const reminded = values.dueAt === undefined ? {} : { remindedAt: null }
    await tx
      .update(briefs)
      .set({ ...values, ...reminded })
      .where(eq(briefs.id, brief.id))
    const toText = ({ dueAt, ...rest }: Partial<BriefRow>) => ({
      ...rest,
      ...(dueAt !== undefined && { dueAt: toClockTime(dueAt, zone) }),
    })
    const changes = listChanges(toText(brief), toText(values), LABELS)
    const { title: subject, id: subjectId } = { ...brief, ...values }
    await Activity.record(tx, ctx.actor, { action: 'brief_changed', subject, subjectId, changes })
    return 1
  })
}

/** Deletes a brief of the actor. @throws AppError NOT_FOUND, BRIEF_HAS_PICTURES */
export async function remove(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { brief } = await lock(tx, ctx.actor, id)
    const handedIn = tx
      .select({ id: pictures.id })
      .from(pictures)
      .innerJoin(submissions, eq(submissions.id, pictures.submissionId))
      .where(eq(submissions.briefId, brief.id))
    if ((await handedIn.limit(1)).length > 0) throw new AppError('BRIEF_HAS_PICTURES')
    await tx.delete(submissions).where(eq(submissions.briefId, brief.id))
    await tx.delete(briefs).where(eq(briefs.id, brief.id))
    await Activity.record(tx, ctx.actor, { action: 'brief_deleted', subject: brief.title, subjectId: brief.id })
    return 1
  })
}

/** Locks a brief of the actor, so that no student begins a submission for it or adds a picture. */
async function lock(tx: Transaction, { id: instructorId }: Actor, id: string) {
  const [row] = await tx
    .select({ brief: briefs, timeZone: runs.timeZone })
    .from(briefs)
    .innerJoin(classes, eq(classes.id, briefs.classId))
    .leftJoin(runs, eq(runs.id, briefs.runId))
    .where(and(eq(briefs.id, parseId(id)), Classes.matchesOwner(instructorId)))
    .for('update', { of: briefs })
  return orNotFound(row)
}
