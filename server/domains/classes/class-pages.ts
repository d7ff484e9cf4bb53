/** Reads what the public pages of one class and of one instructor show. */
import { and, desc, eq, gt, isNotNull, ne, or } from 'drizzle-orm'
import {
  type ClassLink,
  type ClassPage,
  type InstructorPage,
  type OfferedClass,
  OTHER_CLASS_COUNT,
} from '#contract/class-pages.ts'
import { listQuotes } from '#contract/quote.ts'
import type { Run } from '#contract/runs.ts'
import { toSlug } from '#contract/slug.ts'
import { toMinor } from '#contract/values/money.ts'
import * as Images from '#server/domains/images/images.ts'
import * as Profiles from '#server/domains/profiles/profiles.ts'
import * as Terms from '#server/domains/terms/terms.ts'
import { findStepEnds, toQuotedStep, toRules, toShownTerms } from '#server/domains/terms/terms-fields.ts'
import { users } from '#server/domains/users/users.table.ts'
import { isInstructor } from '#server/domains/users/users.ts'
import { must, orNotFound, parseId } from '#server/platform/app-error.ts'
import { renderMarkdown, toPlainText } from '#server/platform/markdown.ts'
import { shorten } from '#server/platform/shorten.ts'
import type { Context } from '#server/ports/context.ts'
import { selectWithInstructor, selectWithTexts, toPublicClass } from './class-response.ts'
import { type RunJson, runAsJson, toRun } from './class-runs.ts'
import { type ClassRow, classes, isNotDeleted, isOnOffer } from './classes.table.ts'
import { byStart, isOfClass, runs } from './runs/runs.table.ts'
import { computeLight } from './sun-light.ts'

type Ctx = Pick<Context, 'db' | 'currency' | 'school'>

/** The path of the image that other sites show with a link to a class, which has its next date. */
export type FindShareImage = (
  schoolClass: Pick<ClassRow, 'id' | 'name' | 'image' | 'focus'>,
  runs: readonly RunJson[],
) => string

/** Search engines show about this many characters of a description. */
const SUMMARY_LENGTH = 155

/** Canceled dates that are shown. */
const MAX_CANCELED = 10
/** The newest classes from which similar ones are chosen. */
const NEWEST_COUNT = 30

/** Returns the page of a class that is or was on offer. @throws AppError NOT_FOUND */
export async function getClassPage(ctx: Ctx, id: string, findShareImage: FindShareImage): Promise<ClassPage> {
  // A class stays approved when it is withdrawn, archived or deleted; one that never was has no page.
  const wasPublic = and(eq(classes.id, parseId(id)), eq(classes.status, 'approve'))
  const [result] = await selectWithTexts(ctx.db).where(wasPublic)
  const row = orNotFound(result)
  const others = await listOthers(ctx, row.classes)
  if (isOffered(row.classes)) return toPage(ctx, row, others, findShareImage)
  const { id: _id, name: className } = row.classes
  return { removed: true, _id, className, slug: toSlug(className), others }
}

/** Returns the page that a class has once it is on offer. @throws AppError NOT_FOUND */
export async function previewClass(ctx: Ctx, id: string, findShareImage: FindShareImage): Promise<OfferedClass> {
  const [result] = await selectWithTexts(ctx.db).where(and(eq(classes.id, parseId(id)), isNotDeleted))
  return toPage(ctx, orNotFound(result), [], findShareImage)
}

type Row = Awaited<ReturnType<typeof selectWithTexts>>[number]

async function toPage(ctx: Ctx, row: Row, others: ClassLink[], findShareImage: FindShareImage): Promise<OfferedClass> {
  const { description, bring, outcome, ...listed } = row.classes
  const schoolClass = toPublicClass({ ...row, classes: listed }, ctx)
  const further = listFurther(listed)
  const credits = await Images.readCredits(ctx.db, [listed.image, ...further.map(({ image }) => image)])
  const { html: biography, portrait, focus } = await Profiles.readShown(ctx.db, listed.instructorId)
  return {
    removed: false,
    schoolClass,
    instructor: { html: biography, portrait, focus },
    credit: credits.get(listed.image) ?? null,
    further: further.map((each) => ({ ...each, credit: credits.get(each.image) ?? null })),
    canceled: await listCanceled(ctx, row.classes),
    html: {
      description: renderMarkdown(description),
      bring: renderMarkdown(bring),
      outcome: renderMarkdown(outcome),
    },
    summary: shorten(toPlainText(description), SUMMARY_LENGTH),
    light: computeLight(schoolClass.runs),
    terms: await readTerms(ctx, listed.termsId, schoolClass.runs),
    shareImage: findShareImage(listed, row.runs),
    others,
  }
}

type FurtherColumns = Pick<ClassRow, 'image2' | 'focus2' | 'alt2' | 'image3' | 'focus3' | 'alt3'>

function listFurther({ image2, focus2, alt2, image3, focus3, alt3 }: FurtherColumns) {
  return [
    { image: image2, focus: focus2, alt: alt2 },
    { image: image3, focus: focus3, alt: alt3 },
  ].filter(({ image }) => image !== '')
}

/** Returns the terms of a class, with what they give back for each run that begins. The days after paying are not among these. */
async function readTerms(
  { db, currency }: Ctx,
  termsId: string | null,
  offered: readonly Run[],
): Promise<OfferedClass['terms']> {
  const version = await Terms.readCurrent(db, termsId)
  const now = Date.now()
  const listSteps = ({ price, starts_at: startsAt, time_zone: timeZone }: Run) => {
    const paid = { amountMinor: must(toMinor(price, currency)), returnedMinor: 0, currency, paidAt: now }
    const dates = {
      startsAt,
      countedStart: startsAt,
      steps: findStepEnds(version, startsAt, timeZone),
      fullUntil: null,
    }
    const quotes = listQuotes({ ...toRules(version), freeDays: 0 }, dates, paid, now)
    return quotes.map((each) => toQuotedStep(each, { currency, timeZone }))
  }
  const runs = version.steps.length === 0 ? [] : offered.filter(({ starts_at }) => starts_at !== null)
  return {
    ...toShownTerms(version, currency),
    runs: Object.fromEntries(runs.map((run) => [run._id, listSteps(run)])),
  }
}

/** Returns the canceled runs of a class that would not be over. */
async function listCanceled(ctx: Ctx, { id, listPriceMinor }: ClassRow): Promise<Run[]> {
  const rows = await ctx.db
    .select({ run: runAsJson })
    .from(runs)
    .where(and(isOfClass(id), isNotNull(runs.canceledAt), gt(runs.endsAt, Date.now())))
    .orderBy(...byStart)
    .limit(MAX_CANCELED)
  return rows.map(({ run }) => {
    const canceled = run.canceled_at === null ? {} : { canceled_at: run.canceled_at }
    return { ...toRun(run, { ctx, listPriceMinor }), ...canceled }
  })
}

function isOffered({ archivedAt, withdrawnAt, deletedAt }: ClassRow): boolean {
  return archivedAt === null && withdrawnAt === null && deletedAt === null
}

/** Returns other classes on offer: the instructor's, then those of the same level, then the newest. */
async function listOthers(ctx: Ctx, { id, instructorId, level }: ClassRow): Promise<ClassLink[]> {
  const isOther = and(isOnOffer, ne(classes.id, id))
  const newest = [desc(classes.createdAt), classes.id]
  const own = await selectWithInstructor(ctx.db)
    .where(and(isOther, eq(classes.instructorId, instructorId)))
    .orderBy(...newest)
    .limit(OTHER_CLASS_COUNT)
  if (own.length === OTHER_CLASS_COUNT) return own.map((row) => toLink(row, ctx))
  const rest = await selectWithInstructor(ctx.db)
    .where(and(isOther, ne(classes.instructorId, instructorId)))
    .orderBy(...newest)
    .limit(NEWEST_COUNT)
  const isSimilar = (row: (typeof rest)[number]) => row.classes.level === level
  const others = [...own, ...rest.filter(isSimilar), ...rest.filter((row) => !isSimilar(row))]
  return others.slice(0, OTHER_CLASS_COUNT).map((row) => toLink(row, ctx))
}

function toLink(row: Parameters<typeof toPublicClass>[0], ctx: Ctx): ClassLink {
  const { _id, className, classImage, focus, alt, exposure, instructorName, price, slug } = toPublicClass(row, ctx)
  return { _id, className, classImage, focus, alt, exposure, instructorName, price, slug }
}

/** Returns an instructor with the classes on offer, newest first. @throws AppError NOT_FOUND */
export async function getInstructorPage(ctx: Ctx, id: string): Promise<InstructorPage> {
  const [row] = await ctx.db
    .select({ _id: users.id, image: users.image, email: users.email, name: users.name })
    .from(users)
    .where(and(eq(users.id, parseId(id)), isInstructor))
  const instructor = orNotFound(row)
  const rows = await selectWithInstructor(ctx.db)
    .where(and(isOnOffer, eq(classes.instructorId, instructor._id)))
    .orderBy(desc(classes.createdAt), classes.id)
  const profile = await Profiles.readShown(ctx.db, instructor._id)
  const works = await listWorks(ctx, instructor._id)
  const image = profile.portrait || (instructor.image ?? '')
  const credits = await Images.readCredits(ctx.db, [image, ...works.map((work) => work.image)])
  return {
    ...{ instructor, profile, credit: credits.get(image) ?? null },
    classes: rows.map((row) => toPublicClass(row, ctx)),
    works: works.map((work) => ({ ...work, credit: credits.get(work.image) ?? null })),
  }
}

const WORK_COUNT = 3

/** Returns pictures beside the texts of the classes of an instructor on offer: the first of each class, newest class first, then the second ones. */
async function listWorks({ db }: Ctx, instructorId: string) {
  const { id: _id, name: className, image2, focus2, alt2, image3, focus3, alt3 } = classes
  const rows = await db
    .select({ _id, className, image2, focus2, alt2, image3, focus3, alt3 })
    .from(classes)
    .where(and(isOnOffer, eq(classes.instructorId, instructorId), or(ne(image2, ''), ne(image3, ''))))
    .orderBy(desc(classes.createdAt), classes.id)
  const lists = rows.map(({ _id, className, ...row }) =>
    listFurther(row).map((each) => ({ ...each, _id, className, slug: toSlug(className) })),
  )
  const all = [0, 1].flatMap((place) => lists.flatMap((list) => list[place] ?? []))
  const isFirst = (image: string, index: number) => all.findIndex((each) => each.image === image) === index
  return all.filter(({ image }, index) => isFirst(image, index)).slice(0, WORK_COUNT)
}
