import { api } from '../../contract/api.ts'
import type { NewRun } from '../../contract/runs.ts'
import { toClassPath } from '../../contract/slug.ts'
import { formatClockTime } from '../../contract/values/session-times.ts'
import { toClockTime } from '../../server/platform/zoned-time.ts'
import { HALL, makeSessions } from '../../testing/session-fields.ts'
import { expectNoViolations } from './accessibility.ts'
import { demoCalls } from './demo-people.ts'
import { expect, test } from './fixtures.ts'
import { overflow } from './overflow.ts'
import { haveAccount, logIn, PASSWORD } from './student.ts'

test.use({
  ...{ viewport: { width: 390, height: 844 } },
  ownApplication: 'changes classes',
})

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
}) => {
  const email = await haveAccount(page)
  await page.context().clearCookies()
  const path = await addDates(application)
  await page.goto(path)
  const main = page.getByRole('main')
  const minimum = `Takes place with at least 5 students; we decide by`
  for (const fact of [
    'from $95.00',
    'Next date',
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
  await expect(page.getByRole('status').filter({ hasText: 'Select the class successfully!' })).toBeVisible()
  await expect(later).toHaveAccessibleDescription('Selected')
  const earlier = page.getByRole('button', { name: label(START) })
  await expect(earlier).toHaveAccessibleDescription('Another date selected')
  await page.getByRole('link', { name: 'Cart: 1' }).click()
  await expect(page.getByRole('row').filter({ hasText: NAME })).toContainText(format(START + WEEK))
})
