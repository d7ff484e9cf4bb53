import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { BriefRules, PictureExif } from '../../../contract/brief-rules.ts'
import { SUBMISSION_STATES } from '../../../contract/briefs.ts'
import { type Geometry, REMARK_KINDS } from '../../../contract/remark-geometry.ts'
import { classes } from '../classes/classes.table.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { users } from '../users/users.table.ts'

const time = () => bigint({ mode: 'number' })
/** Grows with every update of the row, by a trigger. `If-Match` is compared with it. */
const version = () => integer().notNull().default(1)

/** An instructor's task for the students of a class, or of one run, to photograph. */
export const briefs = pgTable(
  'briefs',
  {
    id: uuid().primaryKey().defaultRandom(),
    classId: uuid()
      .notNull()
      .references(() => classes.id),
    /** Null for all runs. */
    runId: uuid().references(() => runs.id),
    title: text().notNull(),
    text: text().notNull(),
    dueAt: time().notNull(),
    /** The most pictures of a submission. */
    count: integer().notNull(),
    rules: jsonb().$type<BriefRules>().notNull(),
    addFailed: boolean().notNull(),
    /** Time at which its students were reminded that it is due; null before. */
    remindedAt: time(),
    version: version(),
    createdAt: time().notNull(),
  },
  (t) => [
    index('briefs_of_class').on(t.classId, t.dueAt),
    index('briefs_of_run').on(t.runId).where(sql`${t.runId} is not null`),
  ],
)

/** A student's submission for a brief. */
export const submissions = pgTable(
  'submissions',
  {
    id: uuid().primaryKey().defaultRandom(),
    briefId: uuid()
      .notNull()
      .references(() => briefs.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    state: text({ enum: SUBMISSION_STATES }).notNull().default('open'),
    /** True if critique was released or changed since the student read it. */
    unread: boolean().notNull().default(false),
    /** Time at which the oldest picture without critique was handed in; null where none waits. */
    waitingSince: time(),
    /** The number of pictures whose files are stored. */
    pictureCount: integer().notNull().default(0),
    /** Time at which its first critique was released, and how long that took, in milliseconds. Both are null before. */
    firstCritiqueAt: time(),
    firstCritiqueMs: time(),
    createdAt: time().notNull(),
  },
  (t) => [
    unique('submissions_once').on(t.briefId, t.userId),
    index('submissions_of_user').on(t.userId),
    index('submissions_waiting').on(t.waitingSince, t.id).where(sql`${t.waitingSince} is not null`),
    index('submissions_criticized').on(t.firstCritiqueAt).where(sql`${t.firstCritiqueAt} is not null`),
  ],
)

/** A picture of a submission. It is shown once one of its versions is stored. */
export const pictures = pgTable(
  'submission_pictures',
  {
    id: uuid().primaryKey().defaultRandom(),
    submissionId: uuid()
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    /** The student's intention. */
    intent: text().notNull(),
    /** Orders the pictures, with gaps. */
    position: integer().notNull(),
    /** Time at which its upload began. */
    begunAt: time().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [index('submission_pictures_of_submission').on(t.submissionId, t.position)],
)

/** A file of a picture. The row is inserted before its files are stored, and deleted before they are removed. */
export const versions = pgTable(
  'picture_versions',
  {
    id: uuid().primaryKey().defaultRandom(),
    pictureId: uuid()
      .notNull()
      .references(() => pictures.id, { onDelete: 'cascade' }),
    /** SHA-256 of the uploaded file, in hex. */
    hash: text().notNull(),
    /** The media type of the uploaded file. */
    mediaType: text().notNull(),
    /** Pixels of the upright picture. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** The names of the views, the largest first. */
    views: jsonb().$type<string[]>().notNull(),
    /** Of all its files. */
    bytes: time().notNull(),
    exif: jsonb().$type<PictureExif>().notNull(),
    /** True if all its files are stored. */
    ready: boolean().notNull().default(false),
    createdAt: time().notNull(),
  },
  (t) => [
    index('picture_versions_of_picture').on(t.pictureId, t.createdAt),
    index('picture_versions_unready').on(t.createdAt).where(sql`not ${t.ready}`),
  ],
)

/** A remark of staff on a version of a picture. */
export const remarks = pgTable(
  'remarks',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null once the picture was deleted with the account of its student. */
    versionId: uuid().references(() => versions.id, { onDelete: 'set null' }),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: REMARK_KINDS }).notNull(),
    /** In fractions of width and height. */
    geometry: jsonb().$type<Geometry>(),
    text: text().notNull(),
    /** Counts from 1 for each version. */
    number: integer().notNull(),
    /** Null for a draft, which exists for its author only. */
    releasedAt: time(),
    version: version(),
    createdAt: time().notNull(),
  },
  (t) => [unique('remarks_number').on(t.versionId, t.number), index('remarks_of_author').on(t.authorId)],
)

/** An answer to a released remark. */
export const answers = pgTable(
  'remark_answers',
  {
    id: uuid().primaryKey().defaultRandom(),
    remarkId: uuid()
      .notNull()
      .references(() => remarks.id, { onDelete: 'cascade' }),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [
    index('remark_answers_of_remark').on(t.remarkId, t.createdAt),
    index('remark_answers_of_author').on(t.authorId),
  ],
)
