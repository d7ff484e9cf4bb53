import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { expectNoViolations } from './accessibility.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { waitForEmail } from './emails.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'

haveOwnApplication()

const send = (page: Page) => page.getByRole('button', { name: 'Send e-mail' })
const problems = (page: Page) => page.getByRole('main').getByRole('alert')

test('an instructor sees, searches and sorts the enrolled students, and e-mails all of them', async ({
  page,
  nextMailTo,
  messages,
}) => {
  test.slow()
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/my-class')
  await page.getByRole('button', { name: 'More Storm Light' }).click()
  await page.getByRole('link', { name: 'Students Storm Light' }).click()
  await expect(page).toHaveTitle('Photography School | Students')
  await expect(page.getByText('Total Students: 6')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Email', 'Enrolled on (UTC)'])
  const names = page.locator('tbody td:first-child p')
  const newestFirst = await names.allTextContents()
  await page.getByRole('columnheader').getByRole('button', { name: 'Name' }).click()
  await expect(names).toHaveText(newestFirst.toSorted())
  await page.getByRole('searchbox', { name: 'Search students' }).fill(newestFirst[0] ?? '')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(names).toHaveText(newestFirst.slice(0, 1))
  const email = (await page.getByRole('row').nth(1).getByRole('link').textContent()) ?? ''
  await expectNoViolations(page)
  await expectToFit(page)

  await send(page).click()
  await expect(problems(page)).toHaveText(['subject is required', 'message is required'])
  await page.getByLabel('Subject').fill('We meet an hour earlier')
  await page.getByLabel('Message').fill('The tide turns at nine.\n\nBring boots.')
  await expect(problems(page)).toHaveCount(0)
  await send(page).click()
  const question = page.getByRole('dialog')
  // By default, those of the next date.
  await expect(question).toContainText('E-mail 4 students?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Students of').selectOption('All dates that are not over')
  await expect(page.getByLabel('Subject')).toHaveValue('We meet an hour earlier')
  await send(page).click()
  await expect(question).toContainText('E-mail 6 students?')
  await question.getByRole('button', { name: 'Yes, send it!' }).click()
  await expect.poll(() => messages.join()).toContain('Your e-mail is on its way to 6 students')
  await expect(page.getByLabel('Subject')).toHaveValue('')
  const mail = await waitForEmail(nextMailTo, email, /^Storm Light: We meet an hour earlier$/)
  expect(mail.text).toContain('The tide turns at nine.')
  expect(mail.replyTo?.[0]?.address).toBe('instructor@demo.school')
})

test('on a phone each student of a roster has a short row: name and day of the enrolment on one line, the address below', async ({
  page,
  application,
}) => {
  const { call } = await demoCalls(application, 'instructor')
  const course = (await call(api.listApprovedClasses)).find(({ className }) => className === 'Storm Light')
  await asDemo(page, 'instructor')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/dashboard/class-students/${course?._id}`)
  await expect(page.getByText('Total Students: 6')).toBeVisible()
  const row = page.locator('tbody tr').first()
  const [name, day, address] = await Promise.all(
    [row.locator('.row-name'), row.locator('[data-slot=end] span'), row.getByRole('link')].map((part) =>
      part.boundingBox(),
    ),
  )
  expect(day?.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0))
  expect(day?.y).toBeLessThan((name?.y ?? 0) + (name?.height ?? 0))
  expect(address?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0))
  expect(address?.x).toBe(name?.x)
  expect((await row.boundingBox())?.height).toBeLessThan(100)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect((await row.boundingBox())?.height, 'address and date on one line of a wide screen').toBeLessThan(80)
})

test('too many e-mails are refused with a message, and the text stays', async ({ page, expectedErrors }) => {
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
  await page.getByRole('button', { name: 'More Storm Light' }).click()
  await page.getByRole('link', { name: 'Students Storm Light' }).click()
  await page.getByLabel('Subject').fill('Again')
  await page.getByLabel('Message').fill('And again.')
  await send(page).click()
  await page.getByRole('button', { name: 'Yes, send it!' }).click()
  await expect(problems(page)).toHaveText(['Not so many letters.'])
  await expect(page.getByLabel('Message')).toHaveValue('And again.')
})

test('a class without students says so, and has no form for e-mail', async ({ page }) => {
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/my-class')
  await page.getByRole('button', { name: 'More Pier in the Fog' }).click()
  await page.getByRole('link', { name: 'Students Pier in the Fog' }).click()
  await expect(page.getByText('No students are enrolled in this class yet.')).toBeVisible()
  await expect(send(page)).toHaveCount(0)
})

test('an admin sees the roster of any class, without a form for e-mail', async ({ page, application }) => {
  const { call } = await demoCalls(application, 'admin')
  const course = (await call(api.listApprovedClasses)).find(({ className }) => className === 'Night Harbour')
  await asDemo(page, 'admin')
  await page.goto(`/dashboard/class-students/${course?._id}`)
  await expect(page.getByText('Total Students: 9')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(10)
  await expect(send(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'E-mail all students' })).toHaveCount(0)
})

test('an admin enrolls a user without a payment, ends the enrolment, records cash, and moves the student', async ({
  page,
  application,
}) => {
  const { call } = await demoCalls(application, 'admin')
  const course = (await call(api.listApprovedClasses)).find(({ seats }) => seats > 1)
  await asDemo(page, 'admin')
  await page.goto(`/dashboard/class-students/${course?._id}`)
  await page.getByLabel('Email').fill('admin@demo.school')
  await page.getByRole('button', { name: 'Enroll', exact: true }).click()
  await expect(page.getByText('reason is required')).toBeVisible()
  await page.getByLabel('Reason').fill('Teaches the class with a colleague')
  await page.getByRole('button', { name: 'Enroll', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'admin@demo.school' })
  await expect(row).toContainText('Enrolled by the school')
  await row.getByRole('button', { name: 'End the enrolment of Astrid Holm' }).click()
  await page.getByRole('button', { name: 'Yes, end it!' }).click()
  await expect(row).toHaveCount(0)
  const neighbour = page.getByRole('row').or(page.getByRole('heading', { level: 1, name: 'Students' }))
  await expect(neighbour.and(page.locator(':focus'))).toHaveCount(1)
  await page.getByLabel('Email').fill('admin@demo.school')
  await page.getByLabel('Reason').fill('Paid at the desk')
  await page.getByLabel('Paid', { exact: true }).selectOption('In cash')
  await page.getByLabel('Amount').fill('five')
  await page.getByRole('button', { name: 'Enroll', exact: true }).click()
  await expect(page.getByText('amount must be an amount, such as 49.50')).toBeVisible()
  await page.getByLabel('Amount').fill('5')
  await page.getByRole('button', { name: 'Enroll', exact: true }).click()
  await expect(row).toHaveCount(1)
  await expect(row).not.toContainText('Enrolled by the school')
  await page.goto('/dashboard/payments')
  await expect(page.getByText('in cash').first()).toBeVisible()
  await page.goto(`/dashboard/class-students/${course?._id}`)
  const other = (await call(api.listApprovedClasses)).find(({ seats, _id }) => seats > 1 && _id !== course?._id)
  await row.getByRole('button', { name: 'Move Astrid Holm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move Astrid Holm?' })
  await dialog.getByLabel('Class').selectOption(other?._id ?? '')
  await expect(dialog.getByRole('status')).toHaveText(/^(That date|Nothing is)/)
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(row).toHaveCount(0)
  await page.goto(`/dashboard/class-students/${other?._id}`)
  await expect(row).toHaveCount(1)
})
