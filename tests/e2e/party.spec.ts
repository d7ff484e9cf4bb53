import { api } from '../../contract/api.ts'
import { expectNoViolations } from './accessibility.ts'
import { becomeDemo, demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { asNewStudent, goToPayment, haveSelected, paid, payWith } from './student.ts'

haveOwnApplication()

test('a parent of two seats names a child for one, an admin moves both, and another person claims the other by its link', async ({
  page,
  application,
  messages,
  expectedErrors,
}) => {
  expectedErrors.push('404')
  const { call, email } = await demoCalls(application, 'student')
  const enrolled = await call(api.listEnrolledClasses, { query: { email } })
  const classes = await call(api.listApprovedClasses)
  const [chosen, other] = classes.filter(
    ({ _id, seats }) => seats > 2 && !enrolled.some(({ classId }) => classId === _id),
  )
  const [name = '', otherName = ''] = [chosen?.className, other?.className]
  await asNewStudent(page, 'Maren Dahl')
  await page.setViewportSize({ width: 390, height: 844 })
  await haveSelected(page, name, 2)
  await goToPayment(page, name)
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  const done = page.getByRole('main').getByRole('link')
  await expect(done.filter({ hasText: 'Receipt' })).toHaveText(['Receipt: seat 1', 'Receipt: seat 2'])
  await done.filter({ hasText: 'Pass your seats on' }).click()
  const seats = page.getByRole('region', { name: 'Your seats' })
  await expect(seats.getByRole('listitem')).toHaveCount(2)
  const first = seats.getByRole('listitem').first()
  await first.getByText('For a child').click()
  await first.getByLabel('Name of the child').fill('Mia Dahl')
  await first.getByRole('button', { name: 'Save the name' }).click()
  await expect(first.getByText('Seat 1: Mia Dahl')).toBeVisible()
  const link = seats.getByText(/\/seat\?token=/)
  const former = await link.textContent()
  await seats.getByRole('button', { name: 'Withdraw the link' }).click()
  await page.getByRole('button', { name: 'Yes, withdraw it!' }).click()
  await expect.poll(() => messages.join()).toContain('The former link no longer works. This one is new.')
  await expect(link).not.toHaveText(former ?? '')
  await expectToFit(page)
  await seats.getByText('Buy more seats for others').click()
  await expectNoViolations(page)
  await seats.getByRole('button', { name: 'Buy seats' }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await page.goto('/dashboard/my-selected-class')
  const row = page.getByRole('main').getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('You have a seat of this date. This one is for others')
  await row.getByText(`Change of ${name}`).click()
  await row.getByLabel('Seats', { exact: true }).selectOption('2')
  await expectToFit(page)
  await row.getByRole('button', { name: /^Change the seats of/ }).click()
  await expect(row).toContainText('These 2 are for others')
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(row).toHaveCount(0)
  await page.goto(`/dashboard/class/${chosen?._id}`)
  const url = (await link.textContent()) ?? ''
  await becomeDemo(page, 'admin')
  await page.goto(`/dashboard/class-students/${chosen?._id}`)
  await page.getByRole('button', { name: 'Move Mia Dahl' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move Mia Dahl?' })
  await dialog.getByLabel('Class').selectOption(other?._id ?? '')
  await dialog.getByLabel('Seats').selectOption('All 2 of Maren Dahl')
  await expect(dialog.getByRole('status')).toHaveText(/^(That date|Nothing is)/)
  await expectToFit(page)
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect.poll(() => messages.join()).toContain('2 seats are moved')
  await page.context().clearCookies()
  await page.goto(url)
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(page.getByText(`Maren Dahl has paid for this seat: ${otherName}`)).toBeVisible()
  await expectNoViolations(page)
  await becomeDemo(page, 'student')
  await page.goto(former ?? '')
  const button = page.getByRole('button', { name: 'Claim the seat' })
  await button.click()
  await expect(page.getByRole('alert')).toContainText('used or withdrawn')
  await page.goto(url)
  await button.click()
  await expect(page.getByText('The seat is yours.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'My Enrolled Classes' }).click()
  await expect(page.getByRole('main').getByText(otherName, { exact: true }).first()).toBeVisible()
})
