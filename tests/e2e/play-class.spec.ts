import { api } from '../../contract/api.ts'
import { expectNoViolations } from './accessibility.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { expect, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { asNewStudent, buy } from './student.ts'

test('an enrolled class shows its picture, its instructor, the number of students, and the material', async ({
  page,
  application,
}) => {
  test.slow()
  const { call, email } = await demoCalls(application, 'student')
  const [enrolled] = await call(api.listEnrolledClasses, { query: { email } })
  if (!enrolled) throw new Error('the demo’s student is enrolled in nothing')
  const { className, instructorName, instructorEmail } = enrolled
  await asDemo(page, 'student')
  await page.goto('/dashboard/enroll-class')
  const calendars = (part: string) =>
    page.getByRole('region', { name: part, exact: true }).getByRole('button', { name: /^Add to calendar/ })
  await expect(calendars('Upcoming')).not.toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Past', exact: true })).toContainText('Star Trails for Beginners')
  await expect(calendars('Past')).toHaveCount(0)
  const coming = page.getByRole('region', { name: 'Upcoming', exact: true })
  await expect(coming.getByRole('columnheader')).toHaveText([
    'Image',
    'Class Name',
    'Instructor',
    'Seats',
    'Enrolled students',
    'Action',
  ])
  await page.setViewportSize({ width: 1440, height: 900 })
  const findMiddle = (box: { y: number; height: number } | null) => (box ? box.y + box.height / 2 : Number.NaN)
  const day = await coming
    .getByText(/, \d\d:\d\d–\d\d:\d\d/)
    .first()
    .boundingBox()
  const calendar = await calendars('Upcoming').first().boundingBox()
  expect(Math.abs(findMiddle(calendar) - findMiddle(day))).toBeLessThan(6)
  await expect(page.getByText('Europe/Oslo').filter({ visible: true })).toHaveText(['Time zone: Europe/Oslo'])
  const past = page.getByRole('region', { name: 'Past', exact: true })
  await expect(past.getByRole('columnheader')).toHaveText(await coming.getByRole('columnheader').allTextContents())
  expect((await past.locator('thead').boundingBox())?.height).toBeLessThan(4)
  await page.setViewportSize({ width: 390, height: 844 })
  const play = page.getByRole('link', { name: `Play Class ${className}` })
  const [button, name] = await Promise.all([
    play.boundingBox(),
    page.getByRole('main').getByRole('link', { name: className, exact: true }).boundingBox(),
  ])
  expect(Math.abs((button?.y ?? 0) - (name?.y ?? 0))).toBeLessThan(10)
  await expectToFit(page)
  await play.click()
  await expect(page).toHaveTitle(`Photography School | ${className}`)
  const inside = page.getByRole('article')
  const title = inside.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(className)
  const list = inside.getByRole('link', { name: 'My Enrolled Classes' })
  await expect(list).toHaveAttribute('href', '/dashboard/enroll-class')
  await page.setViewportSize({ width: 1440, height: 900 })
  const [above, facts] = await Promise.all([title.boundingBox(), inside.locator('dl').boundingBox()])
  expect(facts?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0))
  await expect(inside.getByRole('img', { name: `Photo: ${className}` })).toBeVisible()
  await expect(inside).toContainText(instructorName)
  await expect(inside.getByRole('link', { name: instructorEmail })).toHaveAttribute('href', `mailto:${instructorEmail}`)
  await expect(inside).toContainText(/You and \d+ other students are enrolled\./)
  const material = page.getByRole('region', { name: 'Material' })
  expect(await material.locator('p').count()).toBeGreaterThan(1)
  const links = material.getByRole('link')
  expect(await links.count()).toBeGreaterThan(1)
  for (const link of await links.all())
    await expect(link).toHaveAttribute('href', /^https:\/\/en\.wikipedia\.org\/wiki\//)
  await expectNoViolations(page)
  await expectToFit(page)
})

test('on a phone the material of a class is before what can be changed, which is beside it on a screen', async ({
  page,
}) => {
  await asDemo(page, 'student')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/enroll-class')
  await page.getByRole('link', { name: 'Play Class Dew Before Breakfast' }).click()
  const material = page.getByRole('heading', { name: 'Material' })
  const changes = page.getByRole('region', { name: 'Change your place' })
  await expect(changes.getByText("Can't come? Name a substitute")).toBeVisible()
  const measure = () => Promise.all([material.boundingBox(), changes.boundingBox()])
  const [above, below] = await measure()
  expect(above?.y).toBeLessThan(below?.y ?? 0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(async () => (await measure())[0]?.x).toBeGreaterThan(500)
  expect((await measure())[1]?.x).toBeLessThan(400)
  // A session that has begun leaves nothing to change.
  await page.route('**/api/enroll/class/*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    await route.fulfill({ response, json: { ...json, run: { ...json.run, starts_at: Date.now() - 1000 } } })
  })
  await page.reload()
  await expect(material).toBeVisible()
  await expect(changes).toBeHidden()
})

test('a class without material says so, and so does a class with one student', async ({ page }) => {
  await asDemo(page, 'student')
  await page.route('**/api/enroll/class/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), material: null, enroll: 1 } })
  })
  await page.goto('/dashboard/enroll-class')
  // A click anywhere in the row opens it.
  await page.locator('tbody tr').first().locator('[data-label="Seats"]').click()
  await expect(page.getByRole('region', { name: 'Material' })).toContainText(
    "hasn't added material yet. It will appear here.",
  )
  await expect(page.getByText('You are the first student in this class.')).toBeVisible()
})

test('a student who is not enrolled sees a message with a link back', async ({ page, application, expectedErrors }) => {
  expectedErrors.push('404')
  const { call } = await demoCalls(application, 'student')
  const [any] = await call(api.listApprovedClasses)
  await asNewStudent(page)
  await page.goto(`/dashboard/class/${any?._id}`)
  await expect(page.getByText('You are not enrolled in this class.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('main').getByRole('link', { name: 'My Enrolled Classes' }).last().click()
  await expect(page).toHaveURL('/dashboard/enroll-class')
})

test('a student reads what they give up with their account, and where an enrolment has ended, when and why', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('404')
  const name = 'Fruit, Cloth and North Light'
  await asNewStudent(page)
  await buy(page, name)
  await page.goto('/dashboard/profile')
  const deletion = page.getByRole('region', { name: 'Delete account' })
  await expect(deletion.getByRole('listitem')).toHaveText([new RegExp(`^${name}.*: \\$[\\d.]+ back$`)])
  await expect(deletion.getByRole('checkbox', { name: 'Refund me what I can still cancel' })).toBeChecked()
  await page.goto('/dashboard/enroll-class')
  await page.getByRole('link', { name: `Play Class ${name}` }).click()
  await expect(page).toHaveTitle(`Photography School | ${name}`)
  const fact = (term: string) =>
    page
      .getByRole('article')
      .locator('dl > div')
      .filter({ has: page.getByRole('term').filter({ hasText: term }) })
  await expect(fact('When').getByRole('listitem')).not.toHaveCount(0)
  const payment = fact('Paid')
  await expect(payment.getByText(/^The full amount comes back until /)).toBeVisible()
  await expect(page.getByText('Buy more seats for others')).toBeVisible()
  await expect(page.getByText('Seat 1: you')).toHaveCount(0)
  await page.getByText('Give your seat to a child').click()
  await expect(page.getByLabel('Name of the child')).toBeVisible()
  await expectNoViolations(page)
  await payment.getByRole('button', { name: `Cancel ${name}` }).click()
  await page.getByRole('button', { name: 'Yes, cancel it!' }).click()
  await expect(page.getByText(/^Your enrolment ended on .+: you cancelled it\.$/)).toBeVisible()
  await page.goto('/dashboard/profile')
  await expect(page.getByText('You have no access tokens.')).toBeVisible()
  await expect(deletion.getByRole('listitem')).toHaveCount(0)
})

test('after a promotion a user can still open their classes and receipts', async ({ page, application }) => {
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

  const { call } = await demoCalls(application, 'admin')
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
