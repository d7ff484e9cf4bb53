/** What stands in the office's lists, and classes that wait there. */
import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { demoCalls } from './demo-people.ts'

/** The row of a list that has this in it. */
export function rowWith(page: Page, words: string) {
  return page.getByRole('row').filter({ hasText: words })
}

/** Has a class of the demo's instructor wait for approval; answers its id. */
export async function haveWaiting(school: { address: string }, className: string): Promise<string> {
  const { call, email } = await demoCalls(school, 'instructor')
  const [any] = await call(api.listClassesOfInstructor, { params: { instructorEmail: email } })
  const classImage = any?.classImage ?? ''
  const { insertedId } = await call(api.addClass, { body: { className, classImage, seats: 8, price: 120 } })
  return insertedId
}
