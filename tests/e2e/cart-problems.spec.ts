import { api } from '../../contract/api.ts'
import type { NewRun } from '../../contract/runs.ts'
import { toClassPath } from '../../contract/slug.ts'
import { HALL, makeSessions } from '../../testing/session-fields.ts'
import { expectNoViolations } from './accessibility.ts'
import { demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { asNewStudent, paid, payWith, readToken } from './student.ts'

haveOwnApplication()

const DAY = 24 * 3_600_000
const START = Math.floor(Date.now() / DAY + 100) * DAY + 16 * 3_600_000
const NAME = 'Sea Stacks and Tides'

test('a selected date that is canceled says so in the cart and on its payment page, and another date takes its place', async ({
  page,
  application,
}) => {
  test.slow()
  const { call, email } = await demoCalls(application, 'instructor')
  const classes = await call(api.listClassesOfInstructor, { params: { instructorEmail: email } })
  const chosen = classes.find(({ className }) => className === NAME)
  const params = { id: chosen?._id ?? '' }
  const add = async (startsAt: number, price: number) => {
    const body = { time_zone: 'Europe/Oslo', place: HALL, seats: 6, price, sessions: makeSessions(startsAt) }
    return (await call(api.addRun, { params, body: { ...body, allow_overlap: true } as NewRun })).insertedId
  }
  const [first, second] = [await add(START, 95), await add(START + DAY, 120)]
  await asNewStudent(page)
  const headers = { authorization: `Bearer ${await readToken(page)}` }
  const data = { classId: params.id, runId: first }
  const selection = await page.request.post('/api/cart/class', { headers, data })
  const { insertedId: cartId } = await selection.json()
  const badge = (count: number) => page.getByRole('link', { name: `Cart: ${count}` }).first()
  const row = page.getByRole('row').filter({ hasText: NAME })
  await page.goto('/dashboard/my-selected-class')
  await expect(badge(1)).toBeVisible()
  await call(api.cancelRun, { params: { id: first } })

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/dashboard/payment/${cartId}`)
  const problem = page.getByRole('main').getByRole('alert')
  await expect(problem).toContainText('This date is canceled. Choose another date.')
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  await expectToFit(page)
  await page.goto(chosen ? toClassPath(chosen) : '')
  await expect(badge(0)).toBeVisible()
  await expect(page.getByRole('button', { name: `Select ${NAME}` }).last()).toBeEnabled()

  await page.goto('/dashboard/my-selected-class')
  await expect(row).toContainText('This date is canceled.')
  await expect(row.getByRole('link', { name: /^Pay/ })).toHaveCount(0)
  await expectToFit(page)
  await expectNoViolations(page)
  await page.getByLabel('Date', { exact: true }).selectOption({ value: second })
  await page.getByRole('button', { name: `Select this date of ${NAME}` }).click()
  await expect(row.getByRole('link', { name: `Pay ${NAME}` })).toBeFocused()
  await expect(badge(1)).toBeVisible()

  await call(api.changeRun, { params: { id: second }, body: { price: 130 } })
  await page.reload()
  await expect(row).toContainText('It was $120.00 and is now $130.00.')
  await expect(row.getByRole('link', { name: /^Pay/ })).toHaveCount(0)
  await expectNoViolations(page)
  await page.getByRole('button', { name: `Accept $130.00 for ${NAME}` }).click()
  await row.getByRole('link', { name: `Pay ${NAME}` }).click()
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
})

test('a class that is withdrawn while its page is open is not selected, and the page says why', async ({
  page,
  application,
  expectedErrors,
}) => {
  expectedErrors.push('404')
  const { call, email } = await demoCalls(application, 'instructor')
  const classes = await call(api.listClassesOfInstructor, { params: { instructorEmail: email } })
  const chosen = classes.find(({ className, status, seats }) => className !== NAME && status === 'approve' && seats > 0)
  if (!chosen) throw new Error('the demo’s instructor has no other class with free seats')
  await asNewStudent(page)
  await page.goto(toClassPath(chosen))
  const select = page
    .getByRole('main')
    .getByRole('button', { name: /^Select/ })
    .first()
  await expect(select).toBeEnabled()
  await call(api.withdrawClass, { params: { id: chosen._id } })
  await select.click()
  await expect(page.getByText('This class is no longer offered.')).toBeVisible()
})
