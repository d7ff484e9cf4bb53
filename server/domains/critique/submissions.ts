/** The verbs on submissions. */
import { and, asc, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { findUnmetRules } from '#contract/brief-rules.ts'
import type {
  BriefSubmission,
  QueuedSubmission,
  QueueQuery,
  Submission,
  SubmissionPicture,
} from '#contract/critique.ts'
import type { Page } from '#contract/values/pagination.ts'
import { classes, isNotDeleted } from '#server/domains/classes/classes.table.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import type { PrivateLinks } from '#server/domains/images/private-links.ts'
import { users } from '#server/domains/users/users.table.ts'
import { orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readCount } from '#server/platform/database/large-tables.ts'
import { matchesText, readPage } from '#server/platform/database/lists.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { findSubmission, PERSON, requireOwn, type SubmissionRow } from './access.ts'
import { requireEnrolment, toBrief } from './briefs.ts'
import { briefs, pictures, submissions, versions } from './critique.table.ts'
import { readTargetMs } from './critique-times.ts'
import { countPictures, hasCritique, waitingSince, waitingVersion } from './submission-columns.ts'

/** Begins the submission of the actor for a brief. Returns its id, the same again. @throws AppError NOT_FOUND, ENROLMENT_ENDED */
export async function begin(ctx: Context, id: string): Promise<string> {
  const { db, actor } = ctx
  const [brief] = await db
    .select()
    .from(briefs)
    .where(eq(briefs.id, parseId(id)))
  const { id: briefId, ...rest } = orNotFound(brief)
  const isOwn = and(eq(submissions.briefId, briefId), eq(submissions.userId, actor.id))
  const find = async (handle: Database) =>
    (await handle.select({ id: submissions.id }).from(submissions).where(isOwn))[0]
  const existing = await find(db)
  if (existing) return existing.id
  await requireEnrolment(ctx, rest)
  return inTransaction(ctx, async (tx) => {
    // The brief may have been deleted since.
    const [locked] = await tx.select({ id: briefs.id }).from(briefs).where(eq(briefs.id, briefId)).for('share')
    const values = { briefId: orNotFound(locked).id, userId: actor.id, createdAt: Date.now() }
    await tx.insert(submissions).values(values).onConflictDoNothing()
    return orNotFound(await find(tx)).id
  })
}

/** Returns a submission with its pictures. @throws AppError NOT_FOUND */
export async function get(ctx: Context, links: PrivateLinks, id: string): Promise<Submission> {
  const row = await findSubmission(ctx.db, ctx.actor, id)
  return toSubmission(ctx, links, row)
}

async function toSubmission(ctx: Context, links: PrivateLinks, row: SubmissionRow): Promise<Submission> {
  const { submission, brief, startsAt, student } = row
  const rows = await ctx.db
    .select({ picture: pictures, version: versions })
    .from(pictures)
    .innerJoin(versions, and(eq(versions.pictureId, pictures.id), eq(versions.ready, true)))
    .where(eq(pictures.submissionId, submission.id))
    .orderBy(asc(pictures.position), asc(pictures.createdAt), pictures.id, asc(versions.createdAt), versions.id)
  const shown = [...Map.groupBy(rows, ({ picture }) => picture.id).values()].map((all, position): SubmissionPicture => {
    const [first] = all as [(typeof rows)[number]]
    return {
      _id: first.picture.id,
      intent: first.picture.intent,
      position,
      late: first.picture.begunAt > brief.dueAt,
      versions: all.map(({ version: { id: _id, width, height, exif, createdAt: created_at } }) => ({
        ...{ _id, width, height, exif, created_at },
        unmet: findUnmetRules(brief.rules, exif, startsAt),
        file: links.create(ctx.actor.id, _id),
      })),
    }
  })
  const { id: _id, briefId, state, unread, createdAt: created_at } = submission
  return {
    ...{ _id, briefId, brief: toBrief(row, ctx), student, own: ctx.actor.id === student._id, state, created_at },
    late: shown.some(({ late }) => late),
    unread: unread && ctx.actor.id === student._id,
    pictures: shown,
  }
}

/** Returns the ids of the actor's submissions, newest first. */
export async function listOwnIds({ db, actor }: Context): Promise<string[]> {
  const rows = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(eq(submissions.userId, actor.id))
    .orderBy(desc(submissions.createdAt), submissions.id)
  return rows.map(({ id }) => id)
}

/** Records that the actor has read the critique of their submission. @throws AppError NOT_FOUND */
export async function markRead({ db, actor }: Context, id: string): Promise<number> {
  const { submission, ...owners } = await findSubmission(db, actor, id)
  requireOwn(actor, owners)
  const isUnread = and(eq(submissions.id, submission.id), eq(submissions.unread, true))
  return (await db.update(submissions).set({ unread: false }).where(isUnread).returning({ id: submissions.id })).length
}

/** Locks a submission. @throws AppError NOT_FOUND */
export async function lock(tx: Transaction, id: string): Promise<void> {
  const [row] = await tx.select({ id: submissions.id }).from(submissions).where(eq(submissions.id, id)).for('update')
  orNotFound(row)
}

/**
 * Computes the state of a locked submission, the number of its pictures, and since when it waits for critique. Every change of its
 * versions and released remarks ends with it.
 */
export async function updateState(tx: Transaction, id: string): Promise<void> {
  const isReleased = hasCritique(id)
  await tx
    .update(submissions)
    .set({
      waitingSince: waitingSince(id),
      pictureCount: countPictures(id),
      state: sql`case when ${isReleased} then 'released' else 'open' end`,
      unread: sql`${submissions.unread} and ${isReleased}`,
    })
    .where(eq(submissions.id, id))
}

/** Marks the critique of a submission as changed since it was read. */
export async function markUnread(tx: Transaction, id: string): Promise<void> {
  await tx.update(submissions).set({ unread: true }).where(eq(submissions.id, id))
}

/** Returns the submissions of the classes that the actor teaches, of all classes for an admin, that wait for critique, oldest first. */
export async function listQueue(ctx: Context, links: PrivateLinks, query: QueueQuery): Promise<Page<QueuedSubmission>> {
  const { db, actor } = ctx
  const overdueBefore = Date.now() - readTargetMs(ctx)
  const instructorId = Classes.limitToOwner(actor)
  const isWaiting = and(isNotNull(submissions.waitingSince), Classes.matchesOwner(instructorId))
  return listRows(
    db,
    query,
    { filter: isWaiting, order: [asc(submissions.waitingSince), asc(submissions.id)] },
    (row) => ({
      ...toQueued(row),
      waiting_since: row.waitingSince ?? row.createdAt,
      overdue: row.state === 'open' && (row.waitingSince ?? row.createdAt) < overdueBefore,
      file: row.waitingVersion && links.create(actor.id, row.waitingVersion),
    }),
  )
}

/** Records when the first critique of a locked submission was released, and how long it took since its oldest picture was handed in. */
export async function recordFirstCritique(tx: Transaction, id: string, releasedAt: number): Promise<void> {
  const handedInAt = sql`(select min(v.created_at) from ${versions} v join ${pictures} p on p.id = v.picture_id
    where p.submission_id = ${id} and v.ready)`
  await tx
    .update(submissions)
    .set({ firstCritiqueAt: releasedAt, firstCritiqueMs: sql`${releasedAt}::bigint - ${handedInAt}` })
    .where(and(eq(submissions.id, id), isNull(submissions.firstCritiqueAt)))
}

/** Returns what students have handed in for a brief, oldest first. @throws AppError NOT_FOUND */
export async function listOfBrief(ctx: Context, id: string, query: QueueQuery): Promise<Page<BriefSubmission>> {
  const { db, actor } = ctx
  const [brief] = await db
    .select({ id: briefs.id })
    .from(briefs)
    .innerJoin(classes, eq(classes.id, briefs.classId))
    .where(and(eq(briefs.id, parseId(id)), Classes.matchesOwner(Classes.limitToOwner(actor))))
  const filter = eq(submissions.briefId, orNotFound(brief).id)
  return listRows(db, query, { filter, order: [asc(submissions.createdAt), asc(submissions.id)] }, (row) => ({
    ...toQueued(row),
    waiting_since: row.waitingSince,
    pictures: row.pictures,
  }))
}

const ROW = {
  _id: submissions.id,
  briefId: briefs.id,
  classId: briefs.classId,
  className: classes.name,
  title: briefs.title,
  student: PERSON,
  state: submissions.state,
  waitingSince: submissions.waitingSince,
  createdAt: submissions.createdAt,
  pictures: submissions.pictureCount,
  waitingVersion: waitingVersion(submissions.id),
}

type ListedRow = Omit<BriefSubmission, 'waiting_since'> & {
  waitingSince: number | null
  createdAt: number
  waitingVersion: string | null
}

function toQueued({ _id, briefId, classId, className, title, student, state }: ListedRow) {
  return { _id, briefId, classId, className, title, student, state }
}

async function listRows<Row>(
  db: Database,
  query: QueueQuery,
  { filter, order }: { filter: SQL | undefined; order: SQL[] },
  toRow: (row: ListedRow) => Row,
): Promise<Page<Row>> {
  const condition = and(filter, isNotDeleted, matchesText(query.q, [users.name, briefs.title, classes.name]))
  const join = { brief: eq(briefs.id, submissions.briefId), class: eq(classes.id, briefs.classId) }
  const rows = db
    .select(ROW)
    .from(submissions)
    .innerJoin(briefs, join.brief)
    .innerJoin(classes, join.class)
    .innerJoin(users, eq(users.id, submissions.userId))
    .where(condition)
    .orderBy(...order)
  const total = db
    .select({ all: count() })
    .from(submissions)
    .innerJoin(briefs, join.brief)
    .innerJoin(classes, join.class)
    .innerJoin(users, eq(users.id, submissions.userId))
    .where(condition)
  return readPage(query, rows.$dynamic(), toRow, () => readCount(db, total))
}
