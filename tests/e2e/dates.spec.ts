import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { NewRun } from '../../contract/runs.ts'
import { expectNoViolations } from './accessibility.ts'
import { haveWaiting } from './admin.ts'
import { asDemo, becomeDemo, demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'

test.use({ timezoneId: 'Europe/Oslo' })
haveOwnApplication()

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** 6 p.m. in Oslo, in the winter after next. */
const START = Date.UTC(new Date().getUTCFullYear() + 2, 0, 12, 17)

const save = (page: Page, name = 'Save date') => page.getByRole('button', { name })
const problems = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /./ })
const toDay = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Adds a run of two hours to a class of the demo's instructor, through the API. */
async function addRun(application: { url: string }, name: string, startsAt: number, values: Partial<NewRun> = {}) {
  const { call } = await demoCalls(application, 'instructor')
  const classes = await call(api.listOwnRuns)
  const classId = classes.find(({ className }) => className === name)?._id ?? ''
  const times = { starts_at: startsAt, ends_at: startsAt + 2 * HOUR, rain_starts_at: null, rain_ends_at: null }
  const place = { name: 'Harbour Hall', address: 'Quay 4', latitude: null, longitude: null }
  const body = { time_zone: 'Europe/Oslo', place, seats: 6, sessions: [times], ...values } as NewRun
  const { insertedId: runId } = await call(api.addRun, { params: { id: classId }, body })
  return { call, classId, runId }
}

async function open(page: Page, path: string): Promise<void> {
  await asDemo(page, 'instructor')
  await page.goto(path)
}

test('on a phone, an instructor adds a date every week, six times, and each row can be changed', async ({
  page,
  application,
  messages,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/dashboard/dates')
  await page.getByLabel('Class').selectOption('Storm Light')
  await page.getByRole('link', { name: 'Add a date' }).click()
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Oslo')
  await save(page, 'Add date').click()
  await expect(problems(page)).toHaveText([
    ...['date is required', 'start is required', 'end is required', 'place is required', 'seats is required'],
  ])
  await expect(page.getByLabel('Date of session 1')).toBeFocused()
  await expect(page.getByLabel('Last moment to enroll')).toHaveAccessibleDescription(
    'Empty: until the first session starts.',
  )
  await page.getByLabel('Date of session 1').fill(toDay(START))
  await page.getByLabel('Start of session 1').fill('6 pm')
  await page.getByLabel('End of session 1').fill('20:00')
  await expect(
    page.getByLabel('Start of session 1'),
    'the clock of 24 hours, whatever the language of the browser',
  ).toHaveValue('18:00')
  await page.getByRole('button', { name: 'Add sessions' }).click()
  await expect(page.getByLabel(/^Date of session/)).toHaveCount(6)
  await page.getByLabel('Start of session 6').fill('17:00')
  await page.getByRole('button', { name: 'Add a rain date of session 2' }).click()
  await page.getByLabel('Rain date of session 2').fill(toDay(START + 8 * DAY))
  await page.getByLabel('Place', { exact: true }).fill('Old Mill')
  await page.getByLabel('Available Seats').fill('5')
  await expectToFit(page)
  await expectNoViolations(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click()
  await save(page, 'Add date').click()
  await expect(page).toHaveURL('/dashboard/dates')
  await expect.poll(() => messages.join()).toContain('Date saved.')
  const item = page.getByRole('listitem').filter({ hasText: 'Old Mill' })
  await expect(item).toContainText('18:00–20:00 (Europe/Oslo)')
  await expect(item).toContainText('5 more sessions')
  const { call } = await demoCalls(application, 'instructor')
  const run = (await call(api.listOwnRuns)).flatMap(({ runs }) => runs).find(({ place }) => place?.name === 'Old Mill')
  const hours = [0, 0, 0, 0, 0, -1]
  expect(run?.sessions.map(({ starts_at }) => starts_at)).toEqual(
    hours.map((hour, week) => START + week * 7 * DAY + hour * HOUR),
  )
  expect(run?.sessions[1]?.rain_starts_at).toBe(START + 8 * DAY)
})

test('two people who change a date at the same time see both values, and nothing typed is lost', async ({
  page,
  application,
  expectedErrors,
}) => {
  expectedErrors.push('409')
  const { call, classId, runId } = await addRun(application, 'Sea Stacks and Tides', START + 400 * DAY)
  await open(page, `/dashboard/dates/${classId}/${runId}`)
  await expect(page.getByLabel('Available Seats')).toHaveValue('6')
  await page.getByLabel('Available Seats').fill('9')
  await page.getByLabel('Address').fill('Quay 7')
  await call(api.changeRun, { params: { id: runId }, body: { seats: 3, minimum: 2 } })
  await save(page).click()
  await expect(problems(page)).toHaveText([/^Someone changed this date while you were editing\. Nothing is lost/])
  const seats = page.getByRole('group', { name: 'Available Seats: mine or theirs' })
  await expect(seats.getByLabel('Keep mine: 9')).toBeChecked()
  await seats.getByLabel('Take theirs: 3').check()
  await expect(page.getByLabel('Available Seats')).toHaveValue('3')
  await expect(page.getByLabel('Minimum number of students')).toHaveValue('2')
  await expect(page.getByLabel('Address')).toHaveValue('Quay 7')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await save(page).click()
  expect((await sent).postDataJSON()).toEqual({
    place: { name: 'Harbour Hall', address: 'Quay 7', latitude: null, longitude: null },
    allow_overlap: false,
  })
  await expect(page).toHaveURL('/dashboard/dates')
})

test('a date that overlaps with another one is saved after a warning that names the other', async ({
  page,
  application,
  expectedErrors,
}) => {
  expectedErrors.push('409')
  await addRun(application, 'Storm Light', START + 500 * DAY)
  const { classId, runId } = await addRun(application, 'Sea Stacks and Tides', START + 501 * DAY)
  await open(page, `/dashboard/dates/${classId}/${runId}`)
  await page.getByLabel('New first date').fill(toDay(START + 500 * DAY))
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByLabel('Date of session 1')).toHaveValue(toDay(START + 500 * DAY))
  await save(page).click()
  await expect(problems(page)).toContainText(['Ingrid Solheim teaches “Storm Light” on'])
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page).toHaveURL('/dashboard/dates')
})

test('a date below its minimum is confirmed or canceled, after a question that names it and the consequence', async ({
  page,
  application,
}) => {
  const minimum = { minimum: 5, decide_at: START }
  const { classId } = await addRun(application, 'Storm Light', START + 600 * DAY, minimum)
  await addRun(application, 'Storm Light', START + 601 * DAY, minimum)
  await open(page, `/dashboard/dates/${classId}`)
  const items = page.getByRole('listitem').filter({ hasText: '0 of 5 students needed, decide by' })
  await expect(items).toHaveCount(2)
  await items
    .first()
    .getByRole('button', { name: /^Confirm date/ })
    .click()
  await expect(page.getByText('Confirmed: takes place')).toBeVisible()
  await expect(items).toHaveCount(1)
  await items.getByRole('button', { name: /^Cancel date/ }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(/Storm Light, .*\(Europe\/Oslo\)\. No student is enrolled\./)
  await question.getByRole('button', { name: 'Yes, cancel this date!' }).click()
  await expect(items).toHaveCount(0)
  await expect(page.getByRole('listitem').and(page.locator(':focus'))).toHaveCount(1)
  await page.getByText('Canceled (1)').click()
  await expect(page.getByRole('group').getByRole('heading', { name: /\d\d:\d\d \(Europe\/Oslo\)$/ })).toBeVisible()
  await expectToFit(page)
  await expectNoViolations(page)
  await page.goto(`/dashboard/class-update/${classId}`)
  await expect(page.getByLabel('Available Seats')).toHaveAttribute('readonly')
  await page.getByRole('main').getByRole('link', { name: 'Dates' }).last().click()
  await expect(page).toHaveURL(`/dashboard/dates/${classId}`)
})

test('a first date asks whether seats without a date stay for sale, where students have some, and their sale can end later', async ({
  page,
  application,
  expectedErrors,
}) => {
  test.slow()
  expectedErrors.push('409')
  const name = 'Without a Date'
  await haveWaiting(application, name, { seats: 10 })
  const { call } = await demoCalls(application, 'instructor')
  const chosen = (await call(api.listOwnRuns)).find(({ className }) => className === name)
  const admin = await demoCalls(application, 'admin')
  const grant = {
    params: { id: chosen?.runs[0]?._id ?? '' },
    body: { email: 'student@demo.school', reason: 'A prize' },
  }
  const path = `/dashboard/dates/${chosen?._id}`
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `${path}/new`)
  await expect(page.getByText('The first date replaces the seats without a date')).toBeVisible()
  await page.getByLabel('Date of session 1').fill(toDay(START + 700 * DAY))
  await page.getByLabel('Start of session 1').fill('18:00')
  await page.getByLabel('End of session 1').fill('20:00')
  await page.getByLabel('Online').check()
  await page.getByLabel('Available Seats').fill('5')
  await admin.call(api.grantEnrolment, grant)
  await save(page, 'Add date').click()
  await expect(problems(page)).toContainText(['This date is not saved yet: students are enrolled without a date'])
  await expectToFit(page)
  await expectNoViolations(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Keep both for sale' }).click()
  await expect(page).toHaveURL('/dashboard/dates')
  await page.goto(path)
  const undated = page.getByRole('listitem').filter({ hasText: 'Open: no dates yet' })
  await expect(undated).toContainText('For sale beside the dates: students can enroll without one.')
  await expectToFit(page)
  await expectNoViolations(page)
  await undated.getByRole('button', { name: /^Remove from sale/ }).click()
  await expect(undated).toContainText('Students can no longer enroll without a date.')
  const { runs } = (await call(api.listOwnRuns)).find(({ className }) => className === name) ?? { runs: [] }
  expect(runs.map(({ seats, enroll, last_moment }) => [seats, enroll, last_moment !== null])).toEqual([
    [5, 0, false],
    [9, 1, true],
  ])
})

test('a change that e-mails students says how many, and a student who changes the date is asked once', async ({
  page,
  application,
  messages,
}) => {
  const email = 'student@demo.school'
  const student = await demoCalls(application, 'student')
  const enrolled = await student.call(api.listEnrolledClasses, { query: { email } })
  const offered = await student.call(api.listApprovedClasses)
  const chosen = offered.find(
    ({ _id, instructorEmail }) =>
      instructorEmail === 'instructor@demo.school' && !enrolled.some(({ classId }) => classId === _id),
  )
  const name = chosen?.className ?? ''
  const { call, classId, runId } = await addRun(application, name, START + 40 * DAY, { allow_overlap: true })
  const { insertedId: otherId } = await call(api.addRun, {
    params: { id: classId },
    body: {
      ...{ time_zone: 'Europe/Oslo', place: null, seats: 6, allow_overlap: true },
      sessions: [
        { starts_at: START + 50 * DAY, ends_at: START + 50 * DAY + HOUR, rain_starts_at: null, rain_ends_at: null },
      ],
    } as unknown as NewRun,
  })
  const admin = await demoCalls(application, 'admin')
  const grant = (email: string) =>
    admin.call(api.grantEnrolment, { params: { id: runId }, body: { email, reason: 'a test' } })
  await grant(email)
  await open(page, `/dashboard/dates/${classId}/${runId}`)
  await page.getByLabel('Available Seats').fill('9')
  await save(page).click()
  await expect(page).toHaveURL('/dashboard/dates')
  await page.goto(`/dashboard/dates/${classId}/${runId}`)
  await page.getByLabel('Date of session 1').fill(toDay(START + 41 * DAY))
  await save(page).click()
  const question = page.getByRole('dialog', { name: 'E-mail 1 student?' })
  await expect(question).toContainText('Saving e-mails the student of this date at once.')
  await expectNoViolations(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/dashboard/dates/${classId}/${runId}`)
  await save(page).click()
  await question.getByRole('button', { name: 'Save date' }).click()
  await expect(page).toHaveURL('/dashboard/dates')

  await becomeDemo(page, 'student')
  await page.goto(`/dashboard/class/${classId}`)
  const choice = page.getByLabel('Change your date')
  await expect(choice.locator('../..')).toContainText('Time zone: Europe/Oslo')
  expect(await choice.textContent()).not.toContain('(')
  await choice.selectOption(otherId)
  await page.getByRole('button', { name: 'Change date' }).click()
  const move = page.getByRole('dialog', { name: 'Change your date?' })
  await expect(move).toContainText('Your present seat goes to others at once.')
  await move.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Change your date')).toBeVisible()
  await page.getByRole('button', { name: 'Change date' }).click()
  await move.getByRole('button', { name: 'Change date' }).click()
  await expect.poll(() => messages.join()).toContain('Your date is changed.')
})
