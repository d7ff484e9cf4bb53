/** Fills an empty database with the demo, and creates the logins of its three accounts. */
import { inArray, sql } from 'drizzle-orm'
import { NO_FEEDBACK } from '../contract/no-feedback.ts'
import { hashDemoPassword, openDemoLogin } from '../server/adapters/better-auth/demo-logins.ts'
import type { Application } from '../server/composition.ts'
import { activity } from '../server/domains/activity/activity.table.ts'
import { queueReminder } from '../server/domains/classes/runs/minimum.ts'
import { reviews, slides } from '../server/domains/home/home.table.ts'
import { pages, pageVersions } from '../server/domains/pages/pages.table.ts'
import { bind } from '../server/domains/users/identity-binding.ts'
import { users } from '../server/domains/users/users.table.ts'
import { changesCatalogue, inTransaction, type Transaction } from '../server/platform/database/transaction.ts'
import type { Services } from '../server/ports/context.ts'
import { DEMO_ADMIN, DEMO_INSTRUCTOR, DEMO_PASSWORD, DEMO_STUDENT } from '../server/settings/demo.ts'
import { insertAttendance } from './attended.ts'
import { type ClassFields, insertCatalogue } from './catalogue.ts'
import { type DemoFile, insertCritique, storeCritique } from './critique.ts'
import type { UserRow } from './factories.ts'
import { REVIEWS, SLIDES } from './home.ts'
import { findImageUrl } from './images.ts'
import { PAGES } from './pages.ts'
import { makePeople } from './people.ts'
import { insertPurchases } from './purchases.ts'
import { Random } from './random.ts'
import { planSales, REVIEW_MS, type Sale } from './sales.ts'

const SEED = 2019

/** An arbitrary number: the lock of the filling, which instances that start together take in turn. */
const FILL_LOCK = 20190102

/**
 * Fills the database if it has no users, and creates the demo's logins. Instances that start together fill it once.
 * @param firstStart the time around which all dates of the demo are, in milliseconds UTC
 */
export async function openDemo(
  application: Application,
  say: (line: string) => void,
  firstStart = Date.now(),
): Promise<void> {
  const { auth, services, imagePipeline } = application
  const isFirst = (await services.db.$count(users)) === 0
  // Before the filling, which leaves much memory to collect: together they would be the peak of the process.
  const passwordHash = isFirst ? await hashDemoPassword(auth, DEMO_PASSWORD) : undefined
  const files = await inTransaction(services, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${FILL_LOCK})`)
    if ((await tx.$count(users)) > 0) return []
    say('Filling the empty database with the demo school …')
    changesCatalogue(tx)
    return fill(services, tx, firstStart)
  })
  await storeCritique(imagePipeline.storage, files)
  await openLogins(application, passwordHash)
}

/** Inserts everything in one transaction: an aborted start leaves the database empty. Returns the files to store after it. */
async function fill(services: Services, tx: Transaction, firstStart: number): Promise<DemoFile[]> {
  const { currency } = services
  const random = new Random(SEED)
  await tx
    .insert(slides)
    .values(SLIDES.map(({ picture, ...slide }, position) => ({ ...slide, image: findImageUrl(picture), position })))
  await tx
    .insert(reviews)
    .values(REVIEWS.map(({ picture, ...review }, position) => ({ ...review, image: findImageUrl(picture), position })))
  await insertPages(tx, firstStart)
  const { admin, instructors, demoStudent, others } = await makePeople(tx, random, firstStart)
  const catalogue = await insertCatalogue(tx, { instructors, currency, firstStart })
  await tx.insert(activity).values(catalogue.flatMap(({ row }) => listDecisions(admin, row)))
  for (const { id, decideAt } of catalogue.flatMap(({ runs }) => runs)) await queueReminder(services, tx, id, decideAt)
  const sales = planSales(catalogue, { demoStudent, others, random, firstStart })
  const enrolmentIds = await insertPurchases(
    tx,
    sales.map((sale) => ({ ...toPurchase(sale), currency })),
  )
  await insertAttendance(tx, sales, enrolmentIds, { random, firstStart })
  const instructorId = Object.values(instructors).find(({ email }) => email === DEMO_INSTRUCTOR)?.id ?? ''
  return insertCritique(tx, sales, { demoStudent, instructorId, firstStart })
}

/** Adds the further pages, with links in the footer. */
async function insertPages(tx: Transaction, changed_at: number): Promise<void> {
  const rows = PAGES.map((page, index) => ({
    ...page,
    changed_at,
    published: true,
    in_footer: true,
    position: 5 + index,
  }))
  for (const { id: page_id, version, title, summary, text } of await tx.insert(pages).values(rows).returning())
    await tx.insert(pageVersions).values({ page_id, version, title, summary, text, created_at: changed_at })
}

/** Lists the admin's decisions about a class, some days after it was added. */
function listDecisions({ id: actorId }: UserRow, { id, name, status, feedback, createdAt }: ClassFields) {
  if (status === 'pending') return []
  const action = status === 'approve' ? ('class_approved' as const) : ('class_denied' as const)
  const done = { actorId, subject: name, subjectId: id, changes: [], createdAt: createdAt + REVIEW_MS }
  if (feedback === NO_FEEDBACK) return [{ ...done, action }]
  const advice = { action: 'feedback_given' as const, message: feedback, createdAt: done.createdAt + 60_000 }
  return [
    { ...done, action },
    { ...done, ...advice },
  ]
}

function toPurchase({ student, class: sold, run: { id: runId, ownPriceMinor }, at }: Sale) {
  return { student, bought: { ...sold, runId }, priceMinor: ownPriceMinor ?? sold.listPriceMinor, at }
}

async function openLogins({ auth, services: { db } }: Application, passwordHash: string | undefined): Promise<void> {
  const accounts = await db
    .select()
    .from(users)
    .where(inArray(users.email, [DEMO_ADMIN, DEMO_INSTRUCTOR, DEMO_STUDENT]))
  for (const row of accounts) {
    const { email, name, image } = row
    const login = { email, name, image, password: DEMO_PASSWORD, passwordHash }
    const identityId = await openDemoLogin(db, auth, login)
    if (identityId && !row.identityId) await bind(db, row, identityId)
  }
}
