import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { nextLetter } from './letters.ts'
import { messagesOf } from './messages.ts'
import { expectNothingFound } from './nothing-found.ts'
import { expectToFit } from './overflow.ts'
import { expect, test } from './school.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, apart: 'students are written to' })

const send = (page: Page) => page.getByRole('button', { name: 'Send to all' })
const problems = (page: Page) => page.getByRole('main').getByRole('alert')

test('an instructor sees who is enrolled, finds and sorts them, and writes to all of them', async ({
  page,
  nextMailTo,
}) => {
  test.slow()
  const messages = await messagesOf(page)
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/my-class')
  await page.getByRole('link', { name: 'Students Storm Light' }).click()
  await expect(page).toHaveTitle('Photography School | Students')
  await expect(page.getByText('Total Students: 6')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Email', 'Enrolled on'])
  const names = page.locator('tbody td:first-child')
  const newestFirst = await names.allTextContents()
  await page.getByRole('columnheader').getByRole('button', { name: 'Name' }).click()
  await expect(names).toHaveText(newestFirst.toSorted())
  await page.getByRole('searchbox', { name: 'Search students' }).fill(newestFirst[0] ?? '')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(names).toHaveText(newestFirst.slice(0, 1))
  const email = (await page.getByRole('row').nth(1).getByRole('link').textContent()) ?? ''
  await expectNothingFound(page)
  await expectToFit(page)

  await send(page).click()
  await expect(problems(page)).toHaveText(['subject is required', 'message is required'])
  await page.getByLabel('Subject').fill('We meet an hour earlier')
  await page.getByLabel('Message').fill('The tide turns at nine.\n\nBring boots.')
  await expect(problems(page)).toHaveCount(0)
  await send(page).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Write to 6 students?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('We meet an hour earlier')
  await send(page).click()
  await question.getByRole('button', { name: 'Yes, send it!' }).click()
  await expect.poll(() => messages.join()).toContain('Your letter is on its way to 6 students')
  await expect(page.getByLabel('Subject')).toHaveValue('')
  const letter = await nextLetter(nextMailTo, email, /^Storm Light: We meet an hour earlier$/)
  expect(letter.text).toContain('The tide turns at nine.')
  expect(letter.replyTo?.[0]?.address).toBe('instructor@demo.school')
})

test('too many letters are refused in words, and what was written stays', async ({ page, expectedErrors }) => {
  expectedErrors.push('429')
  const body = {
    statusCode: 429,
    code: 'TOO_MANY_REQUESTS',
    error: 'Too Many Requests',
    message: 'Not so many letters.',
  }
  await page.route('**/message', (route) => route.fulfill({ status: 429, json: body }))
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/my-class')
  await page.getByRole('link', { name: 'Students Storm Light' }).click()
  await page.getByLabel('Subject').fill('Again')
  await page.getByLabel('Message').fill('And again.')
  await send(page).click()
  await page.getByRole('button', { name: 'Yes, send it!' }).click()
  await expect(problems(page)).toHaveText(['Not so many letters.'])
  await expect(page.getByLabel('Message')).toHaveValue('And again.')
})

test('a class without students says so, and there is nobody to write to', async ({ page }) => {
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/my-class')
  await page.getByRole('link', { name: 'Students Pier in the Fog' }).click()
  await expect(page.getByText('Nobody is enrolled in this class yet.')).toBeVisible()
  await expect(send(page)).toHaveCount(0)
})

test('an admin reads the roster of any class, and writes to nobody', async ({ page, school }) => {
  const { call } = await demoCalls(school, 'admin')
  const found = (await call(api.listApprovedClasses)).find(({ className }) => className === 'Night Harbour')
  await asDemo(page, 'admin')
  await page.goto(`/dashboard/class-students/${found?._id}`)
  await expect(page.getByText('Total Students: 9')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(10)
  await expect(send(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Write to all' })).toHaveCount(0)
})
