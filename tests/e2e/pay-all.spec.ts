import { api } from '../../contract/api.ts'
import type { SchoolClass } from '../../contract/classes.ts'
import type { NewRun } from '../../contract/runs.ts'
import { expectNoViolations } from './accessibility.ts'
import { demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { asNewStudent, haveSelected, paid, payWith } from './student.ts'

haveOwnApplication()

const FIRST = 'Small Machines'
const SECOND = 'Storm Light'

test('a student pays for all selected classes at once, on a phone', async ({ page, nextMailTo, expectedErrors }) => {
  expectedErrors.push('402')
  const email = await asNewStudent(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await haveSelected(page, FIRST)
  await page.goto('/dashboard/my-selected-class')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: `Pay ${FIRST}` })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Pay all' })).toHaveCount(0)
  await main.getByRole('link', { name: FIRST, exact: true }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(FIRST)
  await haveSelected(page, SECOND)
  await page.goto('/dashboard/my-selected-class')
  await expect(main.getByRole('link', { name: 'Pay all' })).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  const list = await main.getByRole('table').boundingBox()
  const payAll = await main.getByRole('link', { name: 'Pay all' }).boundingBox()
  expect(payAll?.x).toBeGreaterThan((list?.x ?? 0) + (list?.width ?? 1440))
  await page.setViewportSize({ width: 390, height: 844 })
  await main.getByRole('link', { name: 'Pay all' }).click()
  await expect(page).toHaveURL('/dashboard/payment/all')
  const pay = page.getByRole('button', { name: /^Pay/ })
  await expect(pay).toBeEnabled()
  const lines = main.getByRole('region', { name: 'Your classes' })
  await expect(lines.getByRole('listitem')).toHaveCount(2)
  const prices = (await lines.getByText(/^\$/).allTextContents()).map((text) => Math.round(Number(text.slice(1)) * 100))
  const [one = 0, other = 0, total] = prices
  expect(total).toBe(one + other)
  await expect(pay).toHaveText(`Pay $${((one + other) / 100).toFixed(2)}`)
  for (const name of [FIRST, SECOND])
    await expect(lines.getByRole('listitem').filter({ hasText: name })).toContainText(
      /Full refund until \w+, \w+ \d+, (\d{4}, )?\d\d:\d\d/,
    )
  const heights = await lines
    .getByText(/^Full refund until/)
    .evaluateAll((terms) => terms.map((term) => term.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThan(24)
  await expectToFit(page)
  await expectNoViolations(page)

  await payWith(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  for (const name of [FIRST, SECOND])
    await expect(main.getByRole('link', { name: `Receipt: ${name}`, exact: true })).toBeVisible()
  await expectToFit(page)
  await page.goto('/dashboard/enroll-class')
  for (const name of [FIRST, SECOND]) await expect(main.getByText(name, { exact: true }).first()).toBeVisible()
  await page.goto('/dashboard/payment-history')
  const orders = main.getByText(/^Order \d+$/)
  await expect(orders).toHaveCount(2)
  expect(new Set(await orders.allTextContents()).size).toBe(1)
  // The embedded provider sends an e-mail to confirm the address before.
  const receipt = `Receipt of order ${(await orders.first().textContent())?.slice('Order '.length)}`
  await expect.poll(async () => (await nextMailTo(email)).subject).toBe(receipt)
  await orders.first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order \d+$/)
  await page.goto('/dashboard/my-selected-class')
  await expect(page.getByText('You have not selected a class yet.')).toBeVisible()
})

test('a selected class that is sold out is no part of the payment of all, which says so', async ({
  page,
  application,
}) => {
  const { call, email } = await demoCalls(application, 'instructor')
  const own = await call(api.listClassesOfInstructor, { params: { instructorEmail: email } })
  const classes: SchoolClass[] = await (await page.request.get('/api/all-classes')).json()
  const free = classes.filter(({ seats }) => seats > 0)
  const sold = free.find(({ _id }) => own.some((one) => one._id === _id))
  const other = free.find(({ _id }) => _id !== sold?._id)
  if (!sold || !other) throw new Error('There are too few classes.')
  await asNewStudent(page)
  for (const { className } of [sold, other]) await haveSelected(page, className)
  for (const run of await call(api.listRuns, { params: { id: sold._id } }))
    await call(api.changeRun, { params: { id: run._id }, body: { seats: 0 } })
  await page.goto('/dashboard/payment/all')
  const problem = page.getByRole('alert').filter({ hasText: 'Not part of this payment' })
  await expect(problem).toContainText(sold.className)
  await expect(page.getByRole('region', { name: 'Your classes' }).getByRole('listitem')).toHaveCount(1)
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  await page.goto('/dashboard/my-selected-class')
  await expect(page.getByRole('row').filter({ hasText: sold.className })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: other.className })).toHaveCount(0)
})

test('a student who may not hold so many seats reads why, and goes back to the selected classes', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('409')
  await asNewStudent(page)
  // The menu, which has the link too, is closed there.
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of [FIRST, SECOND, 'Autumn on the Water']) await haveSelected(page, name)
  await page.goto('/dashboard/payment/all')
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toHaveText(/^You can hold 2 seats at the same time\./)
  await main.getByRole('link', { name: 'My Selected Classes' }).click()
  await expect(page).toHaveURL('/dashboard/my-selected-class')
})

test('a student pays the difference of a dearer date, on a phone, and keeps the present one until then', async ({
  page,
  application,
  expectedErrors,
}) => {
  expectedErrors.push('402', '404')
  await asNewStudent(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const { call } = await demoCalls(application, 'instructor')
  const own = (await call(api.listOwnRuns)).find(({ className }) => className === SECOND)
  await haveSelected(page, SECOND)
  await page.goto('/dashboard/payment/all')
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  const [present] = (await (await page.request.get(`/api/class/${own?._id}`)).json()).runs
  const start = Date.UTC(new Date().getUTCFullYear() + 2, 5, 12, 17)
  const sessions = [{ starts_at: start, ends_at: start + 3_600_000, rain_starts_at: null, rain_ends_at: null }]
  const dearer = { time_zone: 'Europe/Oslo', place: null, seats: 2, allow_overlap: true, price: present.price + 40 }
  const body = { ...dearer, sessions } as unknown as NewRun
  const { insertedId } = await call(api.addRun, { params: { id: own?._id ?? '' }, body })
  await page.goto(`/dashboard/class/${own?._id}`)
  await page.getByLabel('Change your date').selectOption(insertedId)
  await page.getByRole('button', { name: 'Change date' }).click()
  const question = page.getByRole('dialog', { name: 'Change your date?' })
  await expect(question).toContainText('That date costs $40.00 more. You keep your present seat until you have paid.')
  await question.getByRole('button', { name: 'Continue to payment' }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('Difference of the prices')
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveText('Pay $40.00')
  await expectToFit(page)
  await expectNoViolations(page)
  await payWith(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  await page.reload()
  await expect(paid(page)).toBeVisible()
  await page.goto('/dashboard/payment-history')
  await expect(main.getByText('Move to another date')).toHaveCount(1)
  await expect(main.getByRole('button', { name: `Cancel ${SECOND}` })).toHaveCount(1)
  await page.goto(`/dashboard/class/${own?._id}`)
  await expect(main).toContainText(`Jun 12, ${new Date().getUTCFullYear() + 2}`)
})
