/** Signs in the demo's users, and prepares what the pages show: a class in the cart, an enrolment, activity. */
import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { SchoolClass } from '../../contract/classes.ts'
import type { EnrolledClass } from '../../contract/enrolments.ts'
import type { NewRun } from '../../contract/runs.ts'
import { toClassPath, toInstructorPath } from '../../contract/slug.ts'
import { DEMO_ADMIN, DEMO_INSTRUCTOR, DEMO_PASSWORD, DEMO_STUDENT } from '../../server/settings/demo.ts'
import { signInByCall } from '../../tests/e2e/provider.ts'
import type { Shot } from './shots.ts'

export interface Prepared {
  cartId: string
  classId: string
  paymentId: string
  orderId: string
  /** The student's date and a dearer one of the same class, as the last two parts of a path. */
  moveRuns: string
  /** A date of the student's that the school has canceled. */
  canceledRun: string
  /** The student's submission for a brief. */
  submissionId: string
  /** An approved class of the instructor. */
  taughtId: string
  /** The same class and one of its runs, as the last two parts of a path. */
  taughtRun: string
  webhookId: string
  emailId: string
  studentEmail: string
  /** The draft of a newsletter. */
  mailingId: string
  instructorId: string
  /** The last parts of the addresses of a class with free seats, of one without, and of an instructor. */
  classAddress: string
  soldOutAddress: string
  instructorAddress: string
  /** A page that the demo's admin has written. */
  pageSlug: string
  /** Opens the editor of a new one. */
  pageId: string
}

type StorageState = BrowserContextOptions['storageState']

/** Fills the student's cart. Returns the ids for the pages' paths. */
export async function prepare(url: string): Promise<Prepared> {
  const { call, email } = await signInByCall(url, DEMO_STUDENT, DEMO_PASSWORD)
  const enrolled = await call(api.listEnrolledClasses, { query: { email } })
  // A place can be moved until its date begins.
  const [last] = enrolled.toSorted((a, b) => (b.run.starts_at ?? 0) - (a.run.starts_at ?? 0))
  const selectedIds = new Set(
    [...enrolled, ...(await call(api.listCart, { query: { email } }))].map(({ classId }) => classId),
  )
  const free = (await call(api.listApprovedClasses)).filter(({ _id, seats }) => seats > 0 && !selectedIds.has(_id))
  for (const { _id: classId } of free.slice(0, 3)) await call(api.selectClass, { body: { classId } })
  const [selected] = await call(api.listCart, { query: { email } })
  const [paid] = await call(api.listPayments, { query: { email } })
  const [ordered] = await call(api.listOrders)
  const brief = (await call(api.listBriefs)).find(({ submission }) => submission !== null)
  const taught = (await call(api.listApprovedClasses)).find((it) => it.instructorEmail === DEMO_INSTRUCTOR)
  const runId = taught ? await createActivity(url, taught) : ''
  const { webhookId, mailingId, dearerId } = await createAsAdmin(url, last)
  const canceledRun = await cancelDate(url, { email, classId: free.at(-1)?._id ?? '' })
  const offered = await call(api.listApprovedClasses)
  return {
    cartId: selected?._id ?? '',
    classId: enrolled[0]?.classId ?? '',
    paymentId: paid?._id ?? '',
    orderId: ordered?._id ?? '',
    moveRuns: `${last?.run._id}/${dearerId}`,
    canceledRun,
    submissionId: brief?.submission?._id ?? '',
    taughtId: taught?._id ?? '',
    taughtRun: `${taught?._id}/${runId}`,
    webhookId,
    emailId: 'receipt',
    studentEmail: email,
    mailingId,
    instructorId: taught?.instructorId ?? '',
    classAddress: findAddress(offered, ({ seats }) => seats > 0),
    soldOutAddress: findAddress(offered, ({ seats }) => seats === 0),
    instructorAddress: findAddress(offered, () => true, findInstructorPath),
    pageSlug: 'about',
    pageId: 'new',
  }
}

/** Returns the last part of the path of the first matching class, or of its instructor. */
function findAddress(
  offered: SchoolClass[],
  isWanted: (schoolClass: SchoolClass) => boolean,
  toPath: (schoolClass: SchoolClass) => string = toClassPath,
): string {
  const match = offered.find(isWanted)
  return (match && toPath(match).split('/').at(-1)) ?? ''
}

function findInstructorPath({ instructorId: _id, instructorName: name }: SchoolClass): string {
  return toInstructorPath({ _id, name })
}

/** Performs actions as an instructor and as an admin, so that the activity log has entries. Returns the id of an added run. */
async function createActivity(url: string, { _id: id, className }: SchoolClass): Promise<string> {
  const instructor = await signInByCall(url, DEMO_INSTRUCTOR, DEMO_PASSWORD)
  await instructor.call(api.changeClass, { params: { id }, body: { className: `${className}, Again` } })
  const admin = await signInByCall(url, DEMO_ADMIN, DEMO_PASSWORD)
  const feedback = 'The new title reads well. Please bring a second tripod for the guests.'
  await admin.call(api.giveFeedback, { params: { id }, body: { feedback } })
  const { insertedId } = await instructor.call(api.addRun, { params: { id }, body: createRun(30) })
  return insertedId
}

interface Created extends Pick<Prepared, 'webhookId' | 'mailingId'> {
  /** A date that costs more than that of the student. */
  dearerId: string
}

async function createAsAdmin(url: string, enrolled: EnrolledClass | undefined): Promise<Created> {
  const { call } = await signInByCall(url, DEMO_ADMIN, DEMO_PASSWORD)
  const { _id: webhookId } = await call(api.createWebhook, {
    body: { url: 'https://1.1.1.1/hooks', events: ['class.approved'] },
  })
  const text = '# New in December\n\nThree evenings at the harbour, and one in the darkroom.'
  const { insertedId } = await call(api.addMailing, {
    body: { subject: 'Winter light', text, audience: 'subscribers', classes: [], in_archive: false },
  })
  const dearer = enrolled && {
    params: { id: enrolled.classId },
    body: { ...createRun(60), price: enrolled.run.price + 40 },
  }
  const added = dearer && (await call(api.addRun, dearer))
  return { webhookId, mailingId: insertedId, dearerId: added?.insertedId ?? '' }
}

/** Enrolls a student in a new date for cash, and cancels it. Returns the id of the date. */
async function cancelDate(url: string, { email, classId }: { email: string; classId: string }): Promise<string> {
  const { call } = await signInByCall(url, DEMO_ADMIN, DEMO_PASSWORD)
  const { insertedId: id } = await call(api.addRun, { params: { id: classId }, body: createRun(40) })
  const body = { email, reason: 'paid at the harbour', method: 'cash' } as const
  await call(api.grantEnrolment, { params: { id }, body })
  await call(api.cancelRun, { params: { id } })
  const query = { q: email }
  while ((await call(api.listChoices, { query })).length === 0) await setTimeout(100)
  return id
}

/** Returns a run of two evenings, below its minimum, that starts in so many days. */
function createRun(days: number): NewRun {
  const start = Math.floor(Date.now() / DAY_MS + days) * DAY_MS + 17 * 60 * 60_000
  const rain = { rain_starts_at: start + 8 * DAY_MS, rain_ends_at: start + 8 * DAY_MS + 2 * 60 * 60_000 }
  const evening = (at: number) => ({ starts_at: at, ends_at: at + 2 * 60 * 60_000 })
  return {
    ...{ time_zone: 'Europe/Oslo', online: false, link: null, seats: 8, price: null },
    ...{ last_moment: null, minimum: 5, decide_at: null },
    place: { name: 'Harbour Hall', address: 'Quay 4, Lightwick', latitude: null, longitude: null },
    sessions: [
      { ...evening(start), rain_starts_at: null, rain_ends_at: null },
      { ...evening(start + 7 * DAY_MS), ...rain },
    ],
  }
}

const DAY_MS = 24 * 60 * 60_000

/** Returns the browser storage of a signed-in user; undefined for a visitor. */
export async function signedInState(browser: Browser, url: string, viewer: Shot['viewer']): Promise<StorageState> {
  if (viewer === 'visitor') return undefined
  const context = await browser.newContext({ baseURL: url })
  const account = { email: `${viewer}@demo.school`, password: DEMO_PASSWORD }
  const response = await context.request.post('/api/auth/sign-in/email', { data: account })
  if (!response.ok()) throw new Error(`${viewer} cannot sign in: ${await response.text()}`)
  const page = await context.newPage()
  await page.goto('/login')
  await page.waitForURL('/')
  const state = await context.storageState()
  await context.close()
  return state
}
