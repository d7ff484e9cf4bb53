/** Lists of the admin's pages, and classes that wait for approval. */
import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { demoCalls } from './demo-people.ts'

/** Finds the row with a text. */
export function rowWith(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

/** Adds a pending class of the demo's instructor, with one open run. Returns its id. */
export async function haveWaiting(
  application: { url: string },
  className: string,
  { seats = 8, price = 120, exposure = '' } = {},
): Promise<string> {
  const { call, email } = await demoCalls(application, 'instructor')
  const [any] = await call(api.listClassesOfInstructor, { params: { instructorEmail: email } })
  const classImage = any?.classImage ?? ''
  const { insertedId } = await call(api.addClass, { body: { className, classImage, seats, price, exposure } })
  return insertedId
}

/** Adds an approved class of the demo's instructor, with one open run. Returns its id. */
export async function haveApproved(...added: Parameters<typeof haveWaiting>): Promise<string> {
  const id = await haveWaiting(...added)
  const { call } = await demoCalls(added[0], 'admin')
  await call(api.approveClass, { params: { id } })
  return id
}
