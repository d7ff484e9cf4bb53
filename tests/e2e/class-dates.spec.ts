import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { NewRun } from '../../contract/runs.ts'
import { toClassPath } from '../../contract/slug.ts'
import { formatClockTime } from '../../contract/values/session-times.ts'
import { toClockTime } from '../../server/platform/zoned-time.ts'
import { HALL, makeSessions } from '../../testing/session-fields.ts'
import { expectNoViolations } from './accessibility.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { CONFIRM, findLink } from './emails.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { overflow } from './overflow.ts'
import { EMBEDDED } from './provider.ts'
import { asNewStudent, haveAccount, logIn, newEmail, PASSWORD, select } from './student.ts'

test.use({ viewport: { width: 390, height: 844 } })
haveOwnApplication()

const WEEK = 7 * 24 * 3_600_000
const DAY = WEEK / 7
/** Before the demo's own dates of the class. */
const START = Math.floor(Date.now() / DAY + 5) * DAY + 16 * 3_600_000
const NAME = 'Long Exposure at Sea'

const format = (at: number) => formatClockTime(toClockTime(at, 'Europe/Oslo'), 'Europe/Oslo', { withZone: false })
const label = (at: number) => `Select ${NAME}, ${format(at)}`

/** Adds two dates to a class of the demo's instructor: one below its minimum, and one of five sessions. Returns the path of its page. */
async function addDates(application: { url: string }): Promise<string> {
  const { call } = await demoCalls(application, 'instructor')
  const listed = await call(api.listApprovedClasses)
  const chosen = listed.find(({ className }) => className === NAME)
  const params = { id: chosen?._id ?? '' }
  const run = { time_zone: 'Europe/Oslo', place: HALL, seats: 6, allow_overlap: true }
  const weekly = [1, 2, 3, 4, 5].map((week) => START + week * WEEK)
  for (const body of [
    { ...run, sessions: makeSessions(START), minimum: 5, price: 95 },
    { ...run, sessions: makeSessions(...weekly) },
  ])
    await call(api.addRun, { params, body: body as NewRun })
  return chosen ? toClassPath(chosen) : ''
}

test('on a phone, a visitor finds the facts within two screens, logs in, and selects the date that they chose', async ({
  page,
  application,
  messages,
}) => {
  const email = await haveAccount(page)
  await page.context().clearCookies()
  const path = await addDates(application)
  await page.goto(path)
  const main = page.getByRole('main')
  const minimum = `Takes place with at least 5 students; we decide by`
  for (const fact of [
    'from $95.00',
    'Dates',
    'Intermediate',
    /\d+ of \d+ seats left/,
    minimum,
    /you get your money back/,
  ]) {
    const box = await main.getByText(fact).first().boundingBox()
    expect((box?.y ?? 9999) + (box?.height ?? 0), String(fact)).toBeLessThan(2 * 844)
  }
  expect((await overflow(page)).page).toBe(0)
  await expectNoViolations(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Choose a date' }).click()
  await expect(page.getByRole('heading', { name: 'Dates', exact: true })).toBeInViewport()
  await page.getByText('and 2 more sessions').click()
  const later = page.getByRole('button', { name: label(START + WEEK) })
  await later.click()
  await page.getByRole('button', { name: 'Go to Login' }).click()
  await logIn(page, email, PASSWORD)
  await expect(page).toHaveURL(path)
  await expect(later).toBeFocused()
  await later.click()
  await expect.poll(() => messages.join()).toContain('Select the class successfully!')
  await expect(later).toHaveAccessibleDescription('Selected')
  await expect(page.getByText(`Selected. Go to your cart ${NAME}`, { exact: true })).toBeVisible()
  const earlier = page.getByRole('button', { name: label(START) })
  await expect(earlier).toHaveAccessibleDescription('Another date selected')
  await page.getByRole('link', { name: 'Cart: 1' }).click()
  await expect(page.getByRole('row').filter({ hasText: NAME })).toContainText(format(START + WEEK))
})

test('a card says which of several dates it has selected, and the cart changes it', async ({ page, application }) => {
  const path = await addDates(application)
  await asNewStudent(page)
  await page.goto('/classes')
  const select = page.getByRole('button', { name: `Select ${NAME}`, exact: true })
  await select.click()
  await expect(select).toHaveAccessibleDescription(`Selected: ${format(START)}`)
  await page.getByRole('link', { name: `Go to your cart ${NAME}` }).click()
  await expect(page).toHaveURL('/dashboard/my-selected-class')
  const row = page.getByRole('row').filter({ hasText: NAME })
  await expect(row).toContainText(format(START))
  await expect(row.getByRole('combobox')).toBeHidden()
  await row.getByText(`Change of ${NAME}`).click()
  await expectNoViolations(page)
  const later = row.getByRole('option').filter({ hasText: format(START + WEEK) })
  await row.getByRole('combobox', { name: 'Date' }).selectOption(`${await later.first().textContent()}`)
  await row.getByRole('button', { name: 'Select this date' }).click()
  await expect(row.getByText(format(START + WEEK)).first()).toBeVisible()
  await expect(row.getByRole('link', { name: `Pay ${NAME}` })).toBeFocused()
  await page.goto(path)
  await expect(page.getByRole('button', { name: label(START + WEEK) }).first()).toHaveAccessibleDescription('Selected')
})

test('the cart says that a student has been in the class before, and that another date is paid again', async ({
  page,
  application,
}) => {
  const { call } = await demoCalls(application, 'instructor')
  const admin = await demoCalls(application, 'admin')
  const student = await demoCalls(application, 'student')
  const enrolled = await student.call(api.listEnrolledClasses, { query: { email: student.email } })
  const chosen = (await call(api.listApprovedClasses)).find(
    ({ _id, instructorEmail, seats }) =>
      seats > 0 && instructorEmail === 'instructor@demo.school' && !enrolled.some(({ classId }) => classId === _id),
  )
  if (!chosen) throw new Error('the demo’s student is in all classes of the demo’s instructor')
  const body = { time_zone: 'Europe/Oslo', place: HALL, seats: 6, allow_overlap: true, sessions: makeSessions(START) }
  const { insertedId: id } = await call(api.addRun, { params: { id: chosen._id }, body: body as NewRun })
  await admin.call(api.grantEnrolment, { params: { id }, body: { email: student.email, reason: 'A guest' } })
  const past = START - 8 * WEEK
  const sessions = makeSessions(past) as NewRun['sessions']
  await call(api.changeRun, { params: { id }, body: { sessions, allow_overlap: true } })

  await asDemo(page, 'student')
  await select(page, chosen.className)
  await page.goto('/dashboard/my-selected-class')
  const start = formatClockTime(toClockTime(past, 'Europe/Oslo'), null, { now: 'always', withZone: false })
  await expect(page.getByRole('row').filter({ hasText: chosen.className })).toContainText(
    `You were in this class before: ${start}. This is another date, and it is paid again.`,
  )
  await expectNoViolations(page)
})

test('a visitor who registers comes back to the date that they chose, also from the link of the e-mail', {
  tag: EMBEDDED,
}, async ({ page, context, application, nextMailTo }) => {
  const path = await addDates(application)
  await page.goto(path)
  const chosen = (tab: Page) => tab.getByRole('button', { name: label(START + WEEK) }).first()
  await chosen(page).click()
  await page.getByRole('button', { name: 'Go to Login' }).click()
  await page.getByRole('link', { name: 'Register' }).click()
  // The login page has an e-mail field too.
  await expect(page.getByLabel('Confirm Password', { exact: true })).toBeVisible()
  const email = newEmail()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL(path)
  await expect(chosen(page)).toBeFocused()

  const tab = await context.newPage()
  await tab.goto(await findLink(nextMailTo, email, CONFIRM))
  await tab.getByRole('button', { name: 'Confirm my e-mail address' }).click()
  await tab.getByRole('link', { name: 'Back to your class' }).click()
  await expect(tab).toHaveURL(path)
  await expect(chosen(tab)).toBeFocused()
})
