import { api } from '../../contract/api.ts'
import { toClassPath } from '../../contract/slug.ts'
import { expectNoViolations } from './accessibility.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { paid, payWith } from './student.ts'

haveOwnApplication()

test('a student joins the list of a sold-out class, is put first by the staff, is offered a seat by e-mail, and takes it', async ({
  page,
  browser,
  application,
  nextMailTo,
  messages,
}) => {
  test.slow()
  const { call } = await demoCalls(application, 'admin')
  const classes = await call(api.listApprovedClasses)
  const soldOut = classes.find(({ seats, runs }) => seats === 0 && runs.length === 1)
  const [name, path, runId] = [
    soldOut?.className ?? '',
    soldOut ? toClassPath(soldOut) : '',
    soldOut?.runs[0]?._id ?? '',
  ]
  await asDemo(page, 'student')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: `Join the waiting list of ${name}` }).click()
  await expect(main.getByText('On the waiting list')).toBeVisible()
  await expectNoViolations(page)
  await page.goto('/dashboard/student-home')
  const list = page.getByRole('region', { name: 'Waiting lists' })
  await expect(list).toContainText('You are next.')
  await list.getByLabel(`Seats of ${name}`).selectOption('2')
  await expect.poll(() => messages.join()).toContain('You wait for 2 seats now.')
  await expectToFit(page)
  await expectNoViolations(page)

  const office = await browser.newContext({ baseURL: application.url })
  const staff = await office.newPage()
  await asDemo(staff, 'admin')
  await staff.goto(`/dashboard/dates/${soldOut?._id}`)
  await staff.getByRole('link', { name: /^1 on the waiting list/ }).click()
  const row = staff.getByRole('row').filter({ hasText: 'student@demo.school' })
  await row.getByRole('button', { name: /^Offer first/ }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Yes, offer it!' }).click()
  await expect(dialog).toContainText('reason is required')
  await dialog.getByLabel('Reason').fill('Brings the tripods')
  await dialog.getByRole('button', { name: 'Yes, offer it!' }).click()
  await expect(row).toContainText('put first by the school')
  await call(api.changeRun, { params: { id: runId }, body: { seats: 1 } })
  await staff.reload()
  await expect(row).toContainText('fewer than 2 seats were free')
  await expectNoViolations(staff)
  await office.close()

  await call(api.changeRun, { params: { id: runId }, body: { seats: 2 } })
  // The demo sends reminders too.
  let mail = await nextMailTo('student@demo.school')
  while (mail.subject !== `2 seats are free for you: ${name}`) mail = await nextMailTo('student@demo.school')
  expect(mail.text).toContain(`${application.url}/dashboard/student-home`)
  await page.reload()
  await expect(list).toContainText('2 seats are free for you. We hold them until')
  await expectNoViolations(page)
  await expectToFit(page)
  await list.getByRole('button', { name: `Take the 2 seats of ${name}` }).click()
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  await page.goto('/dashboard/student-home')
  await expect(page.getByRole('heading', { name: 'Next steps' })).toBeVisible()
  await expect(list).toHaveCount(0)
})
