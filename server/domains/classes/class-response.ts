/** Reads classes with their instructors and builds the contract's `SchoolClass` from them. */
import { eq, getTableColumns } from 'drizzle-orm'
import { NO_FEEDBACK, type SchoolClass } from '#contract/classes.ts'
import { toSlug } from '#contract/slug.ts'
import { toMajor } from '#contract/values/money.ts'
import { users } from '#server/domains/users/users.table.ts'
import { must } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Context } from '#server/ports/context.ts'
import { isOpenToEnroll, type RunJson, runsAsJson, toManagedRun, toRun } from './class-runs.ts'
import { type ClassRow, classes } from './classes.table.ts'

const PAGE_FIELDS = [
  ...(['description', 'bring', 'outcome'] as const),
  ...(['image2', 'focus2', 'alt2', 'image3', 'focus3', 'alt3'] as const),
]
type PageField = (typeof PAGE_FIELDS)[number]

const allColumns = getTableColumns(classes)
const listColumns = Object.fromEntries(
  Object.entries(allColumns).filter(([field]) => !PAGE_FIELDS.some((each) => each === field)),
) as Omit<typeof allColumns, PageField>

/** Selects classes for lists: without the texts and further images of their pages. */
export function selectWithInstructor(db: Database) {
  return db
    .select({ classes: listColumns, users: getTableColumns(users), runs: runsAsJson })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
}

/** Selects classes with the texts of their pages. */
export function selectWithTexts(db: Database) {
  return db
    .select({ classes: getTableColumns(classes), users: getTableColumns(users), runs: runsAsJson })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
}

interface Row {
  classes: Omit<ClassRow, PageField> & Partial<Pick<ClassRow, PageField>>
  users: typeof users.$inferSelect
  runs: RunJson[]
}

type Ctx = Pick<Context, 'currency' | 'school'>

/** Builds a class for the public, who never read an admin's feedback. */
export function toPublicClass({ classes: row, users: instructor, runs }: Row, ctx: Ctx): SchoolClass {
  const enrollable = runs.filter(isOpenToEnroll)
  return {
    _id: row.id,
    className: row.name,
    classImage: row.image,
    instructorName: instructor.name,
    instructorImage: instructor.image,
    instructorEmail: instructor.email,
    instructorId: instructor.id,
    price: toMajor(row.listPriceMinor, ctx.currency),
    seats: enrollable.reduce((sum, run) => sum + run.shown_seats, 0),
    status: row.status,
    feedback: NO_FEEDBACK,
    enroll: row.enroll,
    runs: enrollable.map((run) => toRun(run, { ctx, listPriceMinor: row.listPriceMinor })),
    created_at: row.createdAt,
    level: row.level,
    ...filterBlank({
      exposure: row.exposure,
      camera: row.camera,
      focus: row.focus,
      alt: row.alt,
      caption: row.caption,
    }),
    slug: toSlug(row.name),
    ...toPageFields(row),
  }
}

/** Blank texts are absent: lists of classes have many of them. */
function filterBlank<Texts extends Record<string, string>>(texts: Texts): Partial<Texts> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<Texts>
}

function toPageFields({ description, bring, outcome, image2, image3, ...row }: Row['classes']): Partial<SchoolClass> {
  if (description === undefined || bring === undefined || outcome === undefined) return {}
  const { focus2 = '', alt2 = '', focus3 = '', alt3 = '' } = row
  return {
    ...{ description, bring, outcome },
    ...(image2 && { classImage2: image2, ...filterBlank({ focus2, alt2 }) }),
    ...(image3 && { classImage3: image3, ...filterBlank({ focus3, alt3 }) }),
  }
}

/** Returns the public fields of a class that exists, whatever its status. */
export async function readPublicClass(ctx: Ctx, db: Database, id: string): Promise<SchoolClass> {
  const [row] = await selectWithTexts(db).where(eq(classes.id, id))
  return toPublicClass(must(row), ctx)
}

/** Builds a class for its instructor and for admins. */
export function toManagedClass(row: Row, ctx: Ctx): SchoolClass {
  const { feedback, withdrawnAt, archivedAt, version, listPriceMinor, termsId } = row.classes
  return {
    ...toPublicClass(row, ctx),
    seats: row.runs.filter(isOpenToEnroll).reduce((sum, run) => sum + run.seats, 0),
    runs: row.runs.map((run) => toManagedRun(run, { ctx, listPriceMinor })),
    feedback,
    terms_id: termsId,
    ...(withdrawnAt === null ? {} : { withdrawn_at: withdrawnAt }),
    ...(archivedAt === null ? {} : { archived_at: archivedAt }),
    version,
  }
}
