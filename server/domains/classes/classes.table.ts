import { and, eq, isNull, sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { CLASS_STATUSES, NO_FEEDBACK } from '../../../contract/classes.ts'
import { LEVELS } from '../../../contract/levels.ts'
import * as Column from '../../platform/exported-tables.ts'
import { terms } from '../terms/terms.table.ts'
import { users } from '../users/users.table.ts'

/** Classes: what is taught. Their runs have the seats. */
export const classes = pgTable(
  'classes',
  {
    id: uuid().primaryKey().defaultRandom(),
    instructorId: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    image: text().notNull(),
    listPriceMinor: bigint({ mode: 'number' }).notNull(),
    /** The sum of `enroll` of its runs that are not canceled. */
    enroll: integer().notNull().default(0),
    status: text({ enum: CLASS_STATUSES }).notNull().default('pending'),
    feedback: text().notNull().default(NO_FEEDBACK),
    level: text({ enum: LEVELS }).notNull().default('any'),
    /** Exposure of the image: ISO, aperture, shutter and time of day, in one line. */
    exposure: text().notNull().default(''),
    /** The focal point of the image, `30% 60%`, and texts about it. */
    focus: text().notNull().default(''),
    alt: text().notNull().default(''),
    caption: text().notNull().default(''),
    camera: text().notNull().default(''),
    /** Up to two further images for the page of the class, each with its focal point and its text. Blank for none. */
    image2: text().notNull().default(''),
    focus2: text().notNull().default(''),
    alt2: text().notNull().default(''),
    image3: text().notNull().default(''),
    focus3: text().notNull().default(''),
    alt3: text().notNull().default(''),
    /** Markdown, as `bring` and `outcome`: what students bring, and what they make. */
    description: text().notNull().default(''),
    bring: text().notNull().default(''),
    outcome: text().notNull().default(''),
    /** Its cancellation terms; null for the default of the school. */
    termsId: uuid().references(() => terms.id),
    createdAt: bigint({ mode: 'number' }).notNull(),
    /** Set by the approval and by each edit. */
    updatedAt: bigint({ mode: 'number' }),
    /** Set when its instructor has left. The class is no longer on offer; enrolled students keep it. */
    archivedAt: bigint({ mode: 'number' }),
    /** Set when the class does not take place. Students get credit or their money. */
    withdrawnAt: bigint({ mode: 'number' }),
    /** Set when its instructor deleted it. The row stays for its refunded payments. */
    deletedAt: bigint({ mode: 'number' }),
    /** Grows with every update of the row, a sale included, by a trigger (migration 0006). `If-Match` is compared with it. */
    version: integer().notNull().default(1),
  },
  (t) => [
    index('classes_newest').on(t.status, t.createdAt.desc(), t.id),
    index('classes_by_age').on(t.createdAt.desc(), t.id),
    index('classes_instructor').on(t.instructorId),
    index('classes_of_terms').on(t.termsId).where(sql`${t.termsId} is not null`),
    check('classes_enroll', sql`${t.enroll} >= 0`),
    check('classes_price', sql`${t.listPriceMinor} > 0`),
  ],
)

export type ClassRow = typeof classes.$inferSelect

/** Matches classes that exist for their instructor and for admins. */
export const isNotDeleted = isNull(classes.deletedAt)

/** Matches classes that can take place: the instructor has not left, and the class is not withdrawn. */
export const isTaught = and(isNull(classes.archivedAt), isNull(classes.withdrawnAt), isNotDeleted)

/** Matches classes that the public sees and that students may select and pay for. */
export const isOnOffer = and(eq(classes.status, 'approve'), isTaught)

export const CLASS_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'classes',
    meaning: 'Classes of all states.',
    columns: {
      id: Column.id,
      instructor_id: Column.reference('users'),
      name: Column.text('name'),
      image: Column.text('URL of the picture'),
      list_price_minor: Column.minor('price'),
      enroll: Column.text('number of enrolments'),
      status: Column.text('pending, approve or deny'),
      feedback: Column.text('what an admin wrote to the instructor'),
      level: Column.text('any, beginner, intermediate or advanced'),
      exposure: Column.text('how the picture was made'),
      focus: Column.text(
        'focal point of the picture, from the left and the top; empty for the middle, `whole` for a picture without a crop',
      ),
      alt: Column.text('what the picture shows, for people who do not see it'),
      camera: Column.text('camera, lens and focal length'),
      caption: Column.text('text below the picture'),
      image2: Column.text('URL of the second picture'),
      focus2: Column.text('focal point of the second picture'),
      alt2: Column.text('what the second picture shows'),
      image3: Column.text('URL of the third picture'),
      focus3: Column.text('focal point of the third picture'),
      alt3: Column.text('what the third picture shows'),
      description: Column.text('description (Markdown)'),
      bring: Column.text('what students bring (Markdown)'),
      outcome: Column.text('what students learn (Markdown)'),
      terms_id: Column.text('id in cancellation_terms.csv; empty for the default'),
      created_at: Column.createdAt,
      updated_at: Column.time('the last edit'),
      archived_at: Column.time('when it left the catalogue with its instructor'),
      withdrawn_at: Column.time('when it was withdrawn'),
      deleted_at: Column.time('when it was deleted'),
      version: Column.version,
    },
  },
]
