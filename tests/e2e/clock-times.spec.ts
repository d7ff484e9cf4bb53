import { api } from '../../contract/api.ts'
import type { NewRun } from '../../contract/runs.ts'
import { toClassPath } from '../../contract/slug.ts'
import { HALL } from '../../testing/session-fields.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'

/** The browser is on the other side of the world, and has rules of its own. */
test.use({ timezoneId: 'Pacific/Auckland' })
haveOwnApplication()

const NAME = 'Storm Light'
const YEAR = new Date().getUTCFullYear() + 1

/** Their rules changed in 2025 and 2026. */
const ZONES = [
  ...['America/Winnipeg', 'America/Inuvik', 'America/Vancouver', 'America/Edmonton'],
  ...['Africa/Casablanca', 'America/Havana', 'America/Asuncion', 'America/Coyhaique'],
]

/** The second Sunday of a March: clocks in New York go forward over 02:30. */
const SKIPPING = [8, 9, 10, 11, 12, 13, 14]
  .map((day) => `${YEAR}-03-${String(day).padStart(2, '0')}`)
  .find((date) => new Date(`${date}T00:00Z`).getUTCDay() === 0) as string

const DATES = ZONES.map((zone, index) => ({ zone, date: `${YEAR}-01-${10 + index}` }))

test('a class is at 10:00 where it takes place, for the server and for every browser', async ({
  page,
  application,
}) => {
  const { call } = await demoCalls(application, 'instructor')
  const owned = await call(api.listOwnRuns)
  const classId = owned.find(({ className }) => className === NAME)?._id ?? ''
  for (const { zone, date } of DATES) {
    const sessions = [{ starts: `${date}T10:00`, ends: `${date}T12:00` }]
    const body = { time_zone: zone, place: { ...HALL, name: zone }, seats: 6, sessions, allow_overlap: true }
    await call(api.addRun, { params: { id: classId }, body: body as unknown as NewRun })
  }
  const chosen = (await call(api.listApprovedClasses)).find(({ _id }) => _id === classId)
  const path = chosen ? toClassPath(chosen) : ''
  const html = await (await page.request.get(path)).text()
  await page.goto(path)
  // The fixture fails the test on every error in the console, so also where React writes another time than the server.
  for (const { zone, date } of DATES) {
    const day = new Date(`${date}T00:00Z`).toLocaleDateString('en-US', {
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    })
    const item = page
      .getByRole('listitem')
      .filter({ hasText: `Time zone: ${zone.replace('_', ' ')}` })
      .first()
    await expect(item).toContainText(`${day}, ${YEAR}, 10:00–12:00`)
    expect(html).toContain(`"startDate":"${date}T10:00`)
  }
})

test('an instructor types clock times of the class, and the form sends and shows them as they are', async ({
  page,
  application,
  expectedErrors,
  messages,
}) => {
  expectedErrors.push('400')
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/dates')
  await page.getByLabel('Class').selectOption(NAME)
  await page.getByRole('link', { name: 'Add a date' }).click()
  await page.getByLabel('Time zone').selectOption('America/New_York')
  await page.getByLabel('Date of session 1').fill(SKIPPING)
  await page.getByLabel('Start of session 1').fill('02:30')
  await page.getByLabel('End of session 1').fill('05:00')
  await page.getByLabel('Place', { exact: true }).fill('Far away')
  await page.getByLabel('Available Seats').fill('5')
  await page.getByRole('button', { name: 'Add date' }).click()
  await expect(
    page.getByText(/^02:30 does not exist on this day: clocks in America\/New_York go forward/),
  ).toBeVisible()
  await expect(page.getByLabel('Start of session 1')).toHaveAccessibleDescription(/02:30 does not exist/)
  await page.getByLabel('Start of session 1').fill('03:30')
  await page.getByRole('button', { name: 'Add date' }).click()
  await expect.poll(() => messages.join()).toContain('Date saved.')
  const { call } = await demoCalls(application, 'instructor')
  const run = (await call(api.listOwnRuns)).flatMap(({ runs }) => runs).find(({ place }) => place?.name === 'Far away')
  expect(run).toMatchObject({ time_zone: 'America/New_York', starts: `${SKIPPING}T03:30`, ends: `${SKIPPING}T05:00` })
  await expect(page.getByRole('listitem').filter({ hasText: 'Far away' })).toContainText(
    ', 03:30–05:00 (America/New York)',
  )
  const row = page.getByRole('listitem').filter({ hasText: 'Far away' })
  await row.getByRole('link', { name: /^Change/ }).click()
  await expect(page.getByLabel('Start of session 1')).toHaveValue('03:30')
  await expect(page.getByLabel('Time zone')).toHaveValue('America/New_York')
})
