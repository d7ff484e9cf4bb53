import { api } from '../../contract/api.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { expectNothingFound } from './nothing-found.ts'
import { expectToFit } from './overflow.ts'
import { expect, test } from './school.ts'
import { asNewStudent, buy } from './student.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a played class shows its picture, its instructor, who else learns, and the material', async ({
  page,
  school,
}) => {
  test.slow()
  const { call, email } = await demoCalls(school, 'student')
  const [enrolled] = await call(api.listEnrolledClasses, { query: { email } })
  if (!enrolled) throw new Error('the demo’s student is enrolled in nothing')
  const { className, instructorName, instructorEmail } = enrolled
  await asDemo(page, 'student')
  await page.goto('/dashboard/enroll-class')
  await page.getByRole('link', { name: `Play Class ${className}` }).click()
  await expect(page).toHaveTitle(`Photography School | ${className}`)
  const inside = page.getByRole('article')
  await expect(inside.getByRole('heading', { level: 1 })).toHaveText(className)
  await expect(inside.getByRole('img', { name: `From the class ${className}` })).toBeVisible()
  await expect(inside).toContainText(instructorName)
  await expect(inside.getByRole('link', { name: instructorEmail })).toHaveAttribute('href', `mailto:${instructorEmail}`)
  await expect(inside).toContainText(/You learn here with \d+ others\./)
  const material = page.getByRole('region', { name: 'Material' })
  expect(await material.locator('p').count()).toBeGreaterThan(1)
  const links = material.getByRole('link')
  expect(await links.count()).toBeGreaterThan(1)
  for (const link of await links.all())
    await expect(link).toHaveAttribute('href', /^https:\/\/en\.wikipedia\.org\/wiki\//)
  await expectNothingFound(page)
  await expectToFit(page)
})

test('a class without material says so, and whoever is alone in it reads that too', async ({ page }) => {
  await asDemo(page, 'student')
  await page.route('**/api/enroll/class/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), material: null, enroll: 1 } })
  })
  await page.goto('/dashboard/enroll-class')
  await page
    .getByRole('link', { name: /^Play Class/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Material' })).toContainText('has not put any material here yet')
  await expect(page.getByText('You are the first who learns here.')).toBeVisible()
})

test('whoever is not enrolled is told so, with a way back', async ({ page, school, expectedErrors }) => {
  expectedErrors.push('404')
  const { call } = await demoCalls(school, 'student')
  const [any] = await call(api.listApprovedClasses)
  await asNewStudent(page)
  await page.goto(`/dashboard/class/${any?._id}`)
  await expect(page.getByText('You are not enrolled in this class.')).toBeVisible()
  await expectNothingFound(page)
  await page.getByRole('main').getByRole('link', { name: 'My Enrolled Classes' }).last().click()
  await expect(page).toHaveURL('/dashboard/enroll-class')
})

test('nobody loses by a promotion what they have paid for: class and receipt stay open', async ({ page, school }) => {
  const name = 'Fruit, Cloth and North Light'
  const email = await asNewStudent(page)
  await buy(page, name)
  await page.getByRole('main').getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('article')).toContainText(name)
  const receipt = page.url()
  await page.goto('/dashboard/enroll-class')
  await page.getByRole('link', { name: `Play Class ${name}` }).click()
  await expect(page).toHaveTitle(`Photography School | ${name}`)
  const played = page.url()

  const { call } = await demoCalls(school, 'admin')
  const user = (await call(api.listUsers)).find((it) => it.email === email)
  await call(api.makeInstructor, { params: { id: user?._id ?? '' } })
  await page.goto(played)
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link', { name: 'Instructor Home' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goto(receipt)
  await expect(page.getByRole('article')).toContainText(name)
  await page.goto('/dashboard/payment-history')
  await expect(page).toHaveURL('/')
})
