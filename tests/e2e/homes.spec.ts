/** The first pages of students, instructors and admins. */
import { expectBeside, nextSession, open } from './dashboard-pages.ts'
import { expect, test } from './fixtures.ts'
import { asNewStudent, haveSelected, paid, payWith } from './student.ts'

test('a new student’s home shows the next steps: a first class, paying for it, then learning', async ({ page }) => {
  const name = 'Reading Negatives'
  await asNewStudent(page)
  await page.goto('/dashboard/student-home')
  const next = page.getByRole('region', { name: 'Next steps' })
  await expect(next.getByRole('link')).toHaveText(['Find your first class'])
  await haveSelected(page, name)
  await page.goto('/dashboard/student-home')
  await expect(next.getByRole('link')).toHaveText([`Pay ${name}`, 'Find another class'])
  await next.getByRole('link', { name: `Pay ${name}` }).click()
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  await page.goto('/dashboard/student-home')
  await expect(next.getByRole('link')).toHaveText(['Find another class'])
  await nextSession(page).getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveTitle(`Photography School | ${name}`)
})

test('the next steps say when they cannot be loaded, and offer to try again', async ({ page, expectedErrors }) => {
  await page.route('**/api/payments?*', (route) =>
    route.fulfill({ status: 409, json: { statusCode: 409, code: 'X', error: 'Conflict', message: 'Not now.' } }),
  )
  expectedErrors.push('409')
  await open(page, 'student', '/dashboard/student-home')
  const next = page.getByRole('region', { name: 'Next steps' })
  await expect(next.getByRole('alert')).toHaveText('Not now.')
  await page.unroute('**/api/payments?*')
  await next.getByRole('button', { name: 'Try again' }).click()
  await expect(next.getByRole('link', { name: 'Find another class' })).toBeVisible()
  const coming = page.getByRole('region', { name: 'Upcoming sessions' })
  // Its sessions are one row.
  await expect(coming.getByRole('link', { name: 'Reading Negatives' })).toHaveCount(1)
  await expect(coming.getByText('Paul Whitcombe, online')).toHaveCount(1)
  await expect(coming.getByText(/^\w{3}, \w{3} \d+(, (\w{3} )?\d+)+18:30–21:00$/)).toBeVisible()
  await expect(coming.getByText('Europe/Oslo')).toHaveText(['Time zone: Europe/Oslo'])
  // It is the next session once the one of the day of the first start has ended.
  await expect(page.getByRole('main').getByText(/^(Mei-Lin Chow, Boat House|Boat House, 12 Lake Road)/)).toHaveCount(1)
})

test('the instructor’s home shows the next session, seats sold, revenue, and classes to review', async ({ page }) => {
  await open(page, 'instructor', '/dashboard/instructor-home')
  const main = page.getByRole('main')
  await nextSession(page).getByRole('link', { name: 'Attendance' }).click()
  await expect(main.getByRole('heading', { name: 'Attendance' })).toBeVisible()
  await page.goBack()
  await nextSession(page).getByRole('link').first().click()
  await expect(main.getByRole('heading', { level: 1 })).toContainText('Dates')
  await page.goBack()
  await expect(main.getByRole('link', { name: '1 class waiting for approval' })).toBeVisible()
  await expect(main.getByText(/^\d+ submissions? waits? for your critique\.$/)).toBeVisible()
  const sum = (title: string) => main.getByRole('figure').filter({ hasText: title }).locator('figcaption')
  // Other tests buy seats and register users in the same application.
  const countSold = async () => Number.parseInt((await sum('Enrolments').textContent())?.replace(/\D/g, '') ?? '', 10)
  await expect.poll(countSold).toBeGreaterThanOrEqual(23)
  await expect(sum('Income')).toHaveText(/^Income\$[\d,.]+$/)
  await main.getByRole('link', { name: '1 class waiting for approval' }).click()
  await expect(page).toHaveURL('/dashboard/my-class?status=pending')
  await expect(page.getByText('Total Classes: 1')).toBeVisible()
})

test('the admin’s home opens with the next date, then shows what waits, the coming dates, and the number of users and of classes to review', async ({
  page,
}) => {
  await open(page, 'admin', '/dashboard/admin-home')
  const main = page.getByRole('main')
  const parts = [
    /^(Next session|Now)$/,
    /^Waiting for approval$/,
    /^\w+ so far$/,
    /^Waiting for you$/,
    /^Today and tomorrow$/,
    /^Newest users$/,
    /^(Since \w+|The last 12 months)$/,
  ]
  const shown = main.getByRole('heading', { name: new RegExp(parts.map(({ source }) => source).join('|')) })
  await expect(shown).toHaveText(parts)
  const users = main.getByRole('link', { name: /^All \d+ users$/ })
  const countUsers = async () => Number.parseInt((await users.textContent())?.replace(/\D/g, '') ?? '', 10)
  await expect.poll(countUsers).toBeGreaterThanOrEqual(51)
  await expect(users).toHaveAttribute('href', '/dashboard/all-users')
  await main.getByRole('link', { name: 'Activity log' }).click()
  await expect(page).toHaveURL('/dashboard/activity')
  await page.goBack()
  await main.getByRole('link', { name: 'Review all 3' }).click()
  await expect(page).toHaveURL('/dashboard/manage-class?status=pending')
  await expect(page.getByText('Total Classes: 3')).toBeVisible()
})

test('a wide screen has the picture of the next date beside what waits and the present month, whose rows have actions of one kind', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, 'admin', '/dashboard/admin-home')
  const heading = (name: RegExp) => page.getByRole('main').getByRole('heading', { name })
  const picture = nextSession(page).locator('.picture')
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(600)
  const [print, approval] = await Promise.all([picture.boundingBox(), heading(/^Waiting for approval$/).boundingBox()])
  expect(approval?.x).toBeGreaterThan((print?.x ?? 0) + (print?.width ?? 0))
  expect(Math.abs((approval?.y ?? 0) - (print?.y ?? 0))).toBeLessThan(24)
  await expectBeside(heading(/^Waiting for you$/), heading(/^Today and tomorrow$/))
  const next = await nextSession(page).getByRole('link').textContent()
  await expect(page.getByRole('region', { name: 'Today and tomorrow' })).not.toContainText(next ?? '')
  for (const action of [/^Approve /, /^Deny /, /^Feedback /]) {
    const word = page
      .getByRole('main')
      .getByRole(`${action}`.includes('Feedback') ? 'link' : 'button', { name: action })
    await expect(word.first()).toHaveCSS('text-decoration-line', 'underline')
    await expect(word.first()).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')
  }
  await expect(heading(/^\w+ so far$/)).toBeInViewport()
  const month = page.getByRole('region', { name: 'so far' })
  await expect(month).toContainText(
    /^\w+ so farAll payments\$[\d,.]+\d+ enrolments?\w+: \$[\d,.]+ and \d+ enrolments?$/,
  )
})

test('a wide home has one grid: the next session begins and ends with its picture, above the second column of the lists, and so do the charts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, 'instructor', '/dashboard/instructor-home')
  const month = page.getByRole('region', { name: 'so far' })
  await expect(month).toBeVisible()
  const [picture, next, button, column, chart] = await Promise.all([
    nextSession(page).locator('.picture').boundingBox(),
    nextSession(page).getByRole('heading').boundingBox(),
    nextSession(page).getByRole('link', { name: 'Attendance' }).boundingBox(),
    month.boundingBox(),
    page.getByRole('figure').last().boundingBox(),
  ])
  const findEnd = (box: typeof picture) => (box?.y ?? 0) + (box?.height ?? 0)
  expect((next?.y ?? 0) - (picture?.y ?? 0)).toBeLessThan(24)
  expect(findEnd(button)).toBeCloseTo(findEnd(picture), 0)
  expect(next?.x).toBeCloseTo(column?.x ?? 0, 0)
  expect(chart?.x).toBeCloseTo(column?.x ?? 0, 0)
  const heights = await page.locator('.chart').evaluateAll((all) => all.map((it) => it.clientHeight))
  expect(new Set(heights).size).toBe(1)
})

test('the homes say no sum and no number of enrolments twice, and every bar of their charts has its value', async ({
  page,
}) => {
  for (const role of ['instructor', 'admin'] as const) {
    await open(page, role, `/dashboard/${role}-home`)
    await expect(page.locator('.chart')).toHaveCount(2)
    const shown = page.getByRole('main').getByText(/\$\d|\d enrolments?/)
    const text = await shown.filter({ visible: true }).allTextContents()
    const sums: string[] = text.join(' ').match(/\$\d[\d,]*\.\d\d|\d+ enrolments?/g) ?? []
    expect(sums.length).toBeGreaterThan(4)
    // Small ones may be of two months: on its first day, a month has few.
    const large = sums.filter((sum) => Number(sum.replace(/[^\d.]/g, '')) >= (sum.startsWith('$') ? 1000 : 20))
    expect(large.filter((sum, index) => large.indexOf(sum) < index)).toEqual([])
    for (const chart of await page.locator('.chart').all())
      expect(await chart.locator('.chart-value').count()).toBe(await chart.locator('rect').count())
    await page.context().clearCookies()
  }
})

test('an instructor who teaches today has one solid button on the home: Attendance', async ({ page }) => {
  await open(page, 'instructor', '/dashboard/instructor-home')
  const next = nextSession(page)
  const attendance = next.getByRole('link', { name: 'Attendance' })
  await expect(attendance).toBeVisible()
  const starts = (await next.locator('time').getAttribute('datetime')) ?? ''
  const solid = page.getByRole('main').locator('.btn-primary')
  await page.clock.setFixedTime(new Date(Date.parse(starts) - 60_000))
  await page.reload()
  await expect(solid).toHaveText(['Attendance'])
  await expect(next.getByRole('heading')).toHaveText('Next session')
  await page.clock.setFixedTime(new Date(Date.parse(starts) + 60_000))
  await page.reload()
  await expect(next.getByRole('heading')).toHaveText('Now')
  await page.clock.setFixedTime(new Date('2020-01-01T12:00:00Z'))
  await page.reload()
  await expect(attendance).toBeVisible()
  await expect(solid).toHaveCount(0)
})

test('a student opens the class of the next session, and adds it to a calendar, from the home', async ({ page }) => {
  await open(page, 'student', '/dashboard/student-home')
  const next = nextSession(page)
  await expect(next.getByText('Add to calendar')).toBeVisible()
  await next.getByRole('link', { name: 'Play Class' }).click()
  await expect(page).toHaveURL(/\/dashboard\/class\//)
})

test('the rows of a home that are about a class or a student’s work begin with a picture', async ({ page }) => {
  const pictures = (region: string) => page.getByRole('region', { name: region }).getByRole('listitem').locator('img')
  const rows = [
    ['admin', 'Waiting for approval', 3],
    ['admin', 'Waiting for you', 5],
    ['instructor', 'Waiting for you', 3],
    ['student', 'Upcoming sessions', 2],
    ['student', 'Past classes', 1],
  ] as const
  // Before the session that the demo's student has today.
  await page.clock.setFixedTime(new Date().setUTCHours(8, 0, 0, 0))
  for (const [role, region, least] of rows) {
    await open(page, role, `/dashboard/${role}-home`)
    await expect.poll(() => pictures(region).count(), `${role}: ${region}`).toBeGreaterThanOrEqual(least)
    await page.context().clearCookies()
  }
})
