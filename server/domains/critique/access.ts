/** Access to pictures: every call about a picture reads it here. */
import { and, eq, type SQL } from 'drizzle-orm'
import type { Person } from '#contract/critique.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { runs } from '#server/domains/classes/runs/runs.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { AppError, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/ports/context.ts'
import { briefs, pictures, remarks, submissions, versions } from './critique.table.ts'

type Viewer = Pick<Actor, 'id' | 'role'>

/** The student of a picture, and the instructor of its class. */
export interface PictureOwners {
  student: Pick<Person, '_id'>
  instructorId: string
}

/** Decides who may see a picture: its student, the instructor of the class, and admins. */
export function may(viewer: Viewer, owners: PictureOwners): boolean {
  return viewer.id === owners.student._id || mayCritique(viewer, owners)
}

/** Returns whether a viewer may write remarks on a picture. A former instructor may not. */
export function mayCritique({ id, role }: Viewer, { instructorId }: Pick<PictureOwners, 'instructorId'>): boolean {
  return role === 'admin' || (role === 'instructor' && id === instructorId)
}

export const PERSON = { _id: users.id, name: users.name, image: users.image }

const SUBMISSION = {
  submission: submissions,
  brief: briefs,
  className: classes.name,
  instructorId: classes.instructorId,
  timeZone: runs.timeZone,
  startsAt: runs.startsAt,
  student: PERSON,
}

export type SubmissionRow = PictureOwners & {
  submission: typeof submissions.$inferSelect
  brief: typeof briefs.$inferSelect
  className: string
  timeZone: string | null
  startsAt: number | null
  student: Person
}
export type PictureRow = SubmissionRow & { picture: typeof pictures.$inferSelect }
export type VersionRow = PictureRow & { file: typeof versions.$inferSelect }
export type RemarkRow = VersionRow & { remark: typeof remarks.$inferSelect }

/** Returns a submission that the viewer may see. @throws AppError NOT_FOUND */
export async function findSubmission(db: Database, viewer: Viewer, id: string): Promise<SubmissionRow> {
  const rows = await db
    .select(SUBMISSION)
    .from(submissions)
    .innerJoin(briefs, eq(briefs.id, submissions.briefId))
    .innerJoin(classes, eq(classes.id, briefs.classId))
    .innerJoin(users, eq(users.id, submissions.userId))
    .leftJoin(runs, eq(runs.id, briefs.runId))
    .where(eq(submissions.id, parseId(id)))
  return requireVisible(viewer, rows)
}

/** Returns a picture that the viewer may see. @throws AppError NOT_FOUND */
export async function findPicture(db: Database, viewer: Viewer, id: string): Promise<PictureRow> {
  const rows = await db
    .select({ ...SUBMISSION, picture: pictures })
    .from(pictures)
    .innerJoin(submissions, eq(submissions.id, pictures.submissionId))
    .innerJoin(briefs, eq(briefs.id, submissions.briefId))
    .innerJoin(classes, eq(classes.id, briefs.classId))
    .innerJoin(users, eq(users.id, submissions.userId))
    .leftJoin(runs, eq(runs.id, briefs.runId))
    .where(eq(pictures.id, parseId(id)))
  return requireVisible(viewer, rows)
}

/** Returns a stored version of a picture that the viewer may see. @throws AppError NOT_FOUND */
export async function findVersion(db: Database, viewer: Viewer, id: string): Promise<VersionRow> {
  const rows = await selectVersions(db, eq(versions.id, parseId(id)))
  return requireVisible(viewer, rows)
}

function selectVersions(db: Database, filter: SQL) {
  return db
    .select({ ...SUBMISSION, picture: pictures, file: versions })
    .from(versions)
    .innerJoin(pictures, eq(pictures.id, versions.pictureId))
    .innerJoin(submissions, eq(submissions.id, pictures.submissionId))
    .innerJoin(briefs, eq(briefs.id, submissions.briefId))
    .innerJoin(classes, eq(classes.id, briefs.classId))
    .innerJoin(users, eq(users.id, submissions.userId))
    .leftJoin(runs, eq(runs.id, briefs.runId))
    .where(and(filter, eq(versions.ready, true)))
}

/** Returns a remark that the viewer may read: a released one, or a draft of their own. @throws AppError NOT_FOUND */
export async function findRemark(db: Database, viewer: Viewer, id: string): Promise<RemarkRow> {
  const [row] = await db
    .select()
    .from(remarks)
    .where(eq(remarks.id, parseId(id)))
  const remark = orNotFound(row)
  if (remark.releasedAt === null && remark.authorId !== viewer.id) throw new AppError('NOT_FOUND')
  return { ...(await findVersion(db, viewer, orNotFound(remark.versionId))), remark }
}

function requireVisible<Row extends PictureOwners>(viewer: Viewer, [row]: Row[]): Row {
  return orNotFound(row && may(viewer, row) ? row : null)
}

/** @throws AppError NOT_FOUND where the viewer is not its student: no one else changes a submission */
export function requireOwn({ id }: Viewer, { student }: PictureOwners): void {
  if (id !== student._id) throw new AppError('NOT_FOUND')
}

/** @throws AppError NOT_FOUND where the viewer may see the picture as its student only */
export function requireStaff(viewer: Viewer, owners: PictureOwners): void {
  if (!mayCritique(viewer, owners)) throw new AppError('NOT_FOUND')
}
