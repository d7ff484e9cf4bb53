/** The demo's people, signed in, and what the student has in the works: a class in the cart, and one enrolled in. */
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { signIn } from '../../bench/signed-in.ts'
import { api } from '../../contract/api.ts'
import type { SchoolClass } from '../../contract/classes.ts'
import { DEMO_ADMIN, DEMO_INSTRUCTOR, DEMO_PASSWORD, DEMO_STUDENT } from '../../server/demo-accounts.ts'
import type { Who } from './shots.ts'

export interface Prepared {
  cartId: string
  classId: string
  paymentId: string
  /** A class of the instructor's that is on offer. */
  taughtId: string
}

type StorageState = BrowserContextOptions['storageState']

/** Fills the student's cart and answers what can be looked at. */
export async function prepare(school: string): Promise<Prepared> {
  const { call, email } = await signIn(school, DEMO_STUDENT, DEMO_PASSWORD)
  const enrolled = await call(api.listEnrolledClasses, { query: { email } })
  const taken = new Set(
    [...enrolled, ...(await call(api.listCart, { query: { email } }))].map(({ classId }) => classId),
  )
  const free = (await call(api.listApprovedClasses)).filter(({ _id, seats }) => seats > 0 && !taken.has(_id))
  for (const { _id: classId } of free.slice(0, 3)) await call(api.selectClass, { body: { classId } })
  const [selected] = await call(api.listCart, { query: { email } })
  const [paid] = await call(api.listPayments, { query: { email } })
  const taught = (await call(api.listApprovedClasses)).find((it) => it.instructorEmail === DEMO_INSTRUCTOR)
  if (taught) await leaveTraces(school, taught)
  return {
    cartId: selected?._id ?? '',
    classId: enrolled[0]?.classId ?? '',
    paymentId: paid?._id ?? '',
    taughtId: taught?._id ?? '',
  }
}

/** Deeds of an instructor and of an admin, so that the record has something to show. */
async function leaveTraces(school: string, { _id: id, seats, className }: SchoolClass): Promise<void> {
  const instructor = await signIn(school, DEMO_INSTRUCTOR, DEMO_PASSWORD)
  await instructor.call(api.changeClass, {
    params: { id },
    body: { seats: seats + 2, className: `${className}, Again` },
  })
  const admin = await signIn(school, DEMO_ADMIN, DEMO_PASSWORD)
  const feedback = 'The new title reads well. Two seats more are fine, but please bring a second tripod for the guests.'
  await admin.call(api.giveFeedback, { params: { id }, body: { feedback } })
}

/** What a browser keeps of somebody who has signed in; nothing for a visitor. */
export async function signedInState(browser: Browser, school: string, who: Who): Promise<StorageState> {
  if (who === 'visitor') return undefined
  const context = await browser.newContext({ baseURL: school })
  const account = { email: `${who}@demo.school`, password: DEMO_PASSWORD }
  const answer = await context.request.post('/api/auth/sign-in/email', { data: account })
  if (!answer.ok()) throw new Error(`${who} cannot sign in: ${await answer.text()}`)
  const page = await context.newPage()
  await page.goto('/login')
  await page.waitForURL('/')
  const state = await context.storageState()
  await context.close()
  return state
}
