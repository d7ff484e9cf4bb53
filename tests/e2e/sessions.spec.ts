import { api } from '../../contract/api.ts'
import type { RunChange } from '../../contract/runs.ts'
import { HALL, makeSessions } from '../../testing/session-fields.ts'
import { expectNoViolations } from './accessibility.ts'
import { haveApproved } from './admin.ts'
import { nextSession } from './dashboard-pages.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { confirmEmail } from './emails.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { EMBEDDED } from './provider.ts'
import { asNewStudent } from './student.ts'

test.use({ timezoneId: 'Asia/Tokyo' })
haveOwnApplication()

const HOUR = 3_600_000
/** Adds a class of the demo's instructor, and gives its run sessions in Oslo. Returns the ids, and the calls of the demo's admin. */
async function haveRun(application: { url: string }, className: string, body: RunChange) {
  const classId = await haveApproved(application, className)
  const { call } = await demoCalls(application, 'admin')
  const runId = (await call(api.listRuns, { params: { id: classId } }))[0]?._id ?? ''
  await call(api.changeRun, { params: { id: runId }, body: { ...body, time_zone: 'Europe/Oslo' } })
  return { call, classId, runId }
}

/** 18:00 in Oslo. */
const EVENING = Date.UTC(new Date().getUTCFullYear() + 1, 4, 4, 16)

test('a student sees their next session first, with its place and the time of their own zone', {
  tag: EMBEDDED,
}, async ({ page, application, nextMailTo }) => {
  const className = 'Lanterns on Ice'
  const sessions = makeSessions(EVENING, EVENING + 168 * HOUR)
  const { call, runId } = await haveRun(application, className, { place: HALL, sessions })
  const email = await asNewStudent(page)
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  await confirmEmail(application.url, { email, cookie }, nextMailTo)
  await call(api.grantEnrolment, { params: { id: runId }, body: { email, reason: 'A test' } })
  await page.goto('/dashboard/student-home')
  const next = nextSession(page)
  await expect(next.getByRole('link', { name: className, exact: true })).toBeVisible()
  await expect(next).toContainText('18:00–20:00 (Europe/Oslo)')
  await expect(next).toContainText(/Your time: .*01:00–03:00 \(Asia\/Tokyo\)/)
  await expect(next.getByRole('link', { name: 'Show map' })).toHaveAttribute('href', /mlat=59\.9&mlon=10\.7/)
  await expectNoViolations(page)
  await expectToFit(page)

  await page.goto('/dashboard/enroll-class')
  await expect(page.getByRole('main')).toContainText('Time zone: Europe/Oslo')
  await expect(page.getByRole('main')).toContainText('18:00–20:00, then 1 more session')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Add to calendar ${className}` }).click()
  expect((await download).suggestedFilename()).toMatch(/^[a-z-]+\.ics$/)
  await expectNoViolations(page)
  await expectToFit(page)

  await page.getByRole('link', { name: `Play Class ${className}` }).click()
  const listed = page.getByRole('article').locator('dl ol > li')
  await expect(listed).toHaveText([/18:00–20:00$/, /18:00–20:00$/])
  await page.clock.setFixedTime(new Date(EVENING + 24 * HOUR))
  await page.reload()
  await expect(listed).toHaveText([/18:00–20:00$/, / \(over\)$/])
})

test('the address of the calendar is created, renewed and ended in the profile, and reminders are switched off', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('404')
  await asNewStudent(page)
  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Create calendar address' }).click()
  const address = page.getByLabel('Calendar address')
  await expect(address).toHaveValue(/\/calendar\/.+\.ics$/)
  const first = await address.inputValue()
  expect((await page.request.get(first)).status()).toBe(200)
  await page.getByRole('button', { name: 'Renew address' }).click()
  await page.getByRole('button', { name: 'Yes, renew it!' }).click()
  await expect(address).not.toHaveValue(first)
  expect((await page.request.get(first)).status()).toBe(404)
  const second = await address.inputValue()
  expect(await (await page.request.get(second)).text()).toContain('BEGIN:VCALENDAR')
  await expectNoViolations(page)
  await expectToFit(page)
  await page.getByRole('button', { name: 'End address' }).click()
  await expect(address).toHaveCount(0)
  expect((await page.request.get(second)).status()).toBe(404)

  const reminders = page.getByLabel('Remind me of sessions by e-mail')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await reminders.uncheck()
  expect((await saved).ok()).toBe(true)
  await page.reload()
  await expect(reminders).not.toBeChecked()
})

test('an instructor records who attended a session, and an admin sees it', async ({ page, application }) => {
  const now = Date.now()
  const sessions = makeSessions(now - HOUR, now + 168 * HOUR)
  const { call, classId, runId } = await haveRun(application, 'Lanterns in Snow', { sessions, allow_overlap: true })
  for (const role of ['student', 'admin'])
    await call(api.grantEnrolment, { params: { id: runId }, body: { email: `${role}@demo.school`, reason: 'A test' } })
  await asDemo(page, 'instructor')
  await page.goto(`/dashboard/class-students/${classId}`)
  const attendance = page.getByRole('region', { name: 'Attendance' })
  await expect(attendance.getByRole('status')).toHaveText('0 of 2 attended')
  await attendance.getByRole('checkbox').first().check()
  await expect(attendance.getByRole('status')).toHaveText('1 of 2 attended')
  await expectNoViolations(page)
  await expectToFit(page)
  await attendance.getByLabel('Session').selectOption({ index: 1 })
  await expect(attendance).toContainText('You can record attendance from the day of the session on.')
  await expect(attendance.getByRole('checkbox')).toHaveCount(0)
  await page.reload()
  await expect(attendance.getByRole('checkbox').first()).toBeChecked()

  const [session] = (await call(api.listRuns, { params: { id: classId } }))[0]?.sessions ?? []
  const students = await call(api.listAttendance, { params: { id: session?._id ?? '' } })
  expect(students.map(({ attended }) => attended)).toEqual([true, false])
})
