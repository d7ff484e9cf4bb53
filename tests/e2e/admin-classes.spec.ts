import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { LEVEL_LABELS } from '../../contract/levels.ts'
import type { NewRun } from '../../contract/runs.ts'
import { HALL, makeSessions } from '../../testing/session-fields.ts'
import { expectNoViolations } from './accessibility.ts'
import { haveWaiting, rowWith } from './admin.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'

haveOwnApplication()

const LIST = '/dashboard/manage-class'
const feedback = (page: Page) => page.getByLabel('Feedback', { exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send Feedback' })

test('on a phone, the filters and the order of a list are folded, with the number of those that are set', async ({
  page,
}) => {
  const phone = { width: 390, height: 844 }
  await asDemo(page, 'admin')
  for (const [path, labels] of [
    ['/dashboard/payments', ['Sort by', 'Status', 'From', 'To']],
    [LIST, ['Sort by', 'Status']],
  ] as const) {
    await page.setViewportSize(phone)
    await page.goto(path)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    for (const label of labels) await expect(page.getByLabel(label, { exact: true })).toBeHidden()
    await page.getByText('Filter', { exact: true }).click()
    for (const label of labels) await expect(page.getByLabel(label, { exact: true })).toBeVisible()
    await expectNoViolations(page)
    await expectToFit(page)
  }
  await page.setViewportSize(phone)
  await page.getByLabel('Status').selectOption('pending')
  await page.getByLabel('Sort by').selectOption({ index: 1 })
  await expect(page.getByText('Filter (2 set)', { exact: true })).toBeVisible()
})

test('an admin approves one class and denies another, and both appear in the activity log', async ({
  page,
  application,
  messages,
}) => {
  const id = await haveWaiting(application, 'Rust and Rain')
  await haveWaiting(application, 'Neon After Midnight')
  await asDemo(page, 'admin')
  await page.goto(LIST)
  await page.getByLabel('Status').selectOption('pending')
  await expect(page).toHaveURL(`${LIST}?status=pending`)
  await page.getByRole('button', { name: 'Approve Rust and Rain' }).click()
  await expect(rowWith(page, 'Rust and Rain')).toHaveCount(0)
  await page.getByRole('button', { name: 'Deny Neon After Midnight' }).click()
  const question = page.getByRole('dialog', { name: 'Deny Neon After Midnight?' })
  await expect(question).toContainText('we e-mail Ingrid Solheim')
  await expectNoViolations(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Deny Neon After Midnight' })).toBeEnabled()
  await page.getByRole('button', { name: 'Deny Neon After Midnight' }).click()
  await question.getByRole('button', { name: 'Deny' }).click()
  await expect(rowWith(page, 'Neon After Midnight')).toHaveCount(0)
  await expect(
    page
      .getByRole('row')
      .nth(1)
      .or(page.getByRole('heading', { level: 1 }))
      .and(page.locator(':focus')),
  ).toHaveCount(1)
  expect(messages).toEqual(['This Class Approved', 'This Class Deny'])

  await page.getByLabel('Status').selectOption('All')
  await expect(page).toHaveURL(LIST)
  for (const [name, status] of [
    ['Rust and Rain', 'approve'],
    ['Neon After Midnight', 'deny'],
  ] as const) {
    await expect(rowWith(page, name).getByRole('cell').nth(5)).toHaveText(status)
    await expect(page.getByRole('button', { name: `Approve ${name}` })).toBeDisabled()
    await expect(page.getByRole('button', { name: `Deny ${name}` })).toBeDisabled()
  }

  const instructor = await demoCalls(application, 'instructor')
  await instructor.call(api.changeClass, { params: { id }, body: { seats: 9 } })
  await page.goto('/dashboard/activity')
  const newest = page.getByRole('row').nth(1).getByRole('cell')
  await expect(newest.nth(1)).toHaveText('Ingrid Solheiminstructor@demo.school')
  await expect(newest.nth(2)).toHaveText('edited Rust and RainAvailable Seats: 8 to 9')
  await expect(newest.nth(0).locator('time')).toHaveAttribute('datetime', /^20\d\d-.*Z$/)
  await page.getByRole('searchbox', { name: 'Search entries' }).fill('neon after')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(newest.nth(2)).toHaveText('denied Neon After Midnight')
  await expect(newest.nth(1)).toHaveText('Astrid Holmadmin@demo.school')
})

test('an admin who decides too late, or on a class that has changed, is told so and sees the current state', async ({
  page,
  application,
  expectedErrors,
  messages,
}) => {
  expectedErrors.push('409')
  const [late, changed] = [await haveWaiting(application, 'Too Late'), await haveWaiting(application, 'Still Growing')]
  await asDemo(page, 'admin')
  await page.goto(LIST)
  await expect(rowWith(page, 'Too Late')).toBeVisible()
  const instructor = await demoCalls(application, 'instructor')
  await instructor.call(api.changeClass, { params: { id: changed }, body: { seats: 99 } })
  await page.getByRole('button', { name: 'Approve Still Growing' }).click()
  await expect(rowWith(page, 'Still Growing').getByRole('cell').nth(3)).toHaveText('99')
  await expect(rowWith(page, 'Still Growing').getByRole('cell').nth(5)).toHaveText('pending')
  const other = await demoCalls(application, 'admin')
  await other.call(api.denyClass, { params: { id: late } })
  await page.getByRole('button', { name: 'Approve Too Late' }).click()
  await expect(rowWith(page, 'Too Late').getByRole('cell').nth(5)).toHaveText('deny')
  expect(messages).toEqual([
    'Still Growing has changed since you read it. Review it again, then decide.',
    'Nothing changed: another admin has already decided on Too Late.',
  ])
})

test('feedback is required, is sent, and is shown to the next admin', async ({ page, application, messages }) => {
  const name = 'Portraits at Arm’s Length'
  await haveWaiting(application, name)
  await asDemo(page, 'admin')
  await page.goto(LIST)
  await page.getByRole('link', { name: `Feedback ${name}` }).click()
  await expect(page).toHaveTitle('Photography School | Feedback')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name })).toBeVisible()
  const facts = ['$120.00', '8', '0', 'pending']
  await expect(main.getByRole('definition')).toHaveText(facts)
  await page.setViewportSize({ width: 390, height: 844 })
  const places = await main.getByRole('definition').evaluateAll((all) => all.map((it) => it.getBoundingClientRect().x))
  expect(places).toEqual([places[0], places[1], places[0], places[1]])
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(main.getByText(LEVEL_LABELS.any)).toBeVisible()
  await expect(feedback(page)).toHaveValue('')
  await feedback(page).fill('   ')
  await expect(main.getByRole('alert')).toHaveCount(0)
  await send(page).click()
  await expect(main.getByRole('alert')).toHaveText('Please field is require')
  await expectNoViolations(page)
  await expectToFit(page)
  await feedback(page).fill('Fewer seats, please.')
  await expect(main.getByRole('alert')).toHaveCount(0)
  await send(page).click()
  await expect(page).toHaveURL(LIST)
  expect(messages).toEqual(['Feedback send successfully'])
  await page.getByRole('link', { name: `Feedback ${name}` }).click()
  await expect(feedback(page)).toHaveValue('Fewer seats, please.')
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(LIST)
})

test('a preview that loads late leaves the feedback that is being typed', async ({ page, application }) => {
  const id = await haveWaiting(application, 'Long Exposure')
  await asDemo(page, 'admin')
  let isTyped = () => {}
  const typed = new Promise<void>((resolve) => {
    isTyped = resolve
  })
  await page.route('**/api/class/*/preview', async (route) => {
    await typed
    await route.continue()
  })
  // A style sheet that the preview brings along would load now.
  await page.route('**/article*.css', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.goto(`/dashboard/feedback/${id}`)
  await feedback(page).fill('Add a date.')
  isTyped()
  await expect(page.getByText('No date is set yet.')).toBeVisible()
  await expect(feedback(page)).toBeFocused()
  await expect(feedback(page)).toHaveValue('Add a date.')
})

test('of two admins who write at once, the second sees both texts and chooses; a changed seat count does not conflict', async ({
  page,
  application,
  expectedErrors,
  messages,
}) => {
  expectedErrors.push('409')
  const id = await haveWaiting(application, 'Two Minds')
  const other = await demoCalls(application, 'admin')
  const instructor = await demoCalls(application, 'instructor')
  const stands = async () => (await other.call(api.getClass, { params: { id } })).feedback
  await asDemo(page, 'admin')
  await page.goto(`/dashboard/feedback/${id}`)
  await feedback(page).fill('Mine')
  await instructor.call(api.changeClass, { params: { id }, body: { seats: 9 } })
  await send(page).click()
  await expect(page).toHaveURL(LIST)
  expect(await stands()).toBe('Mine')

  await page.goto(`/dashboard/feedback/${id}`)
  await feedback(page).fill('Mine, again')
  await other.call(api.giveFeedback, { params: { id }, body: { feedback: 'Theirs' } })
  await send(page).click()
  await expect(page.getByRole('alert')).toContainText('Yours is not sent yet. Theirs:Theirs')
  await expect(feedback(page)).toHaveValue('Mine, again')
  expect(await stands()).toBe('Theirs')
  await page.getByRole('button', { name: 'Send Feedback and replace theirs' }).click()
  await expect(page).toHaveURL(LIST)
  expect(await stands()).toBe('Mine, again')

  await page.goto(`/dashboard/feedback/${id}`)
  await feedback(page).fill('Mine, too late')
  await other.call(api.giveFeedback, { params: { id }, body: { feedback: 'Theirs, at last' } })
  await send(page).click()
  await page.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(page).toHaveURL(LIST)
  expect(await stands()).toBe('Theirs, at last')
  expect(messages).toEqual(['Feedback send successfully', 'Feedback send successfully'])
})

test('scripts in names and in feedback are shown as text', async ({ page, application }) => {
  const script = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
  const id = await haveWaiting(application, script)
  const { call } = await demoCalls(application, 'admin')
  await call(api.giveFeedback, { params: { id }, body: { feedback: script } })
  await asDemo(page, 'admin')
  for (const [path, title] of [
    [LIST, 'Manage Classes'],
    ['/dashboard/activity', 'Activity'],
    [`/dashboard/feedback/${id}`, 'Feedback'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(script).first()).toBeVisible()
    await expect(page).toHaveTitle(`Photography School | ${title}`)
  }
})

test('the admin’s home draws the months, has the numbers as a table, and has buttons to decide', async ({
  page,
  application,
  messages,
}) => {
  const { call } = await demoCalls(application, 'admin')
  const { months, waiting } = await call(api.getAdminFigures)
  await asDemo(page, 'admin')
  await page.goto('/dashboard/admin-home')
  await expect(page.getByText('Test mode: no card is charged.')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Income by month, \$[\d,.]+ in all/ })).toBeVisible()
  await page.getByText('The months as a table').click()
  const table = page.getByRole('table', { name: 'Income and enrolments by month' })
  await expect(table.getByRole('row')).toHaveCount(months.length + 1)
  await expect(table.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText(`${months.at(-1)?.enrolments}`)
  await expectNoViolations(page)

  const longest = waiting.classes[0]?.className ?? ''
  const desk = page.getByRole('region', { name: 'Waiting for approval' })
  await expect(desk.getByRole('listitem').first()).toContainText(longest)
  await desk.getByRole('button', { name: `Approve ${longest}` }).click()
  await expect(desk.getByRole('listitem').filter({ hasText: longest })).toHaveCount(0)
  expect(messages).toEqual(['This Class Approved'])
})

test('an admin reaches the students of a class, where they enroll one, from its row and from its dates', async ({
  page,
}) => {
  await asDemo(page, 'admin')
  await page.goto(`${LIST}?q=Night+Harbour`)
  const row = rowWith(page, 'Night Harbour')
  await row.getByRole('button', { name: 'More Night Harbour' }).click()
  await row.getByRole('link', { name: 'Students Night Harbour' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Students')
  await expect(page.getByRole('heading', { name: 'Enroll a student' })).toBeVisible()
  await expect(page.getByText('The instructor of the class records attendance. Admins read it.')).toBeVisible()
  await page.goBack()
  await row.getByRole('button', { name: 'More Night Harbour' }).click()
  await row.getByRole('link', { name: 'Dates Night Harbour' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Students', exact: true }).click()
  await expect(page).toHaveURL(/class-students/)
})

test('an admin sees a pending class as visitors will, with its dates, and decides there', async ({
  page,
  application,
}) => {
  const name = 'Hands at Work'
  const id = await haveWaiting(application, name)
  const { call } = await demoCalls(application, 'instructor')
  const description = 'You will **never** forget it.\n\n- one\n- two'
  await call(api.changeClass, { params: { id }, body: { description } })
  await asDemo(page, 'admin')
  await page.goto(`/dashboard/feedback/${id}`)
  const preview = page.getByRole('region', { name: 'As visitors will see it' })
  await expect(preview.getByText('never').and(page.locator('strong'))).toBeVisible()
  await expect(preview.getByRole('listitem')).toHaveText(['one', 'two'])
  await expect(preview).toContainText('No date is set yet.')
  const sessions = makeSessions(Date.UTC(new Date().getUTCFullYear() + 3, 1, 1, 9))
  const run = { time_zone: 'Europe/Oslo', place: HALL, seats: 6, allow_overlap: true, sessions }
  await call(api.addRun, { params: { id }, body: run as NewRun })
  await page.reload()
  await expect(preview.getByRole('heading', { name: 'Date', exact: true })).toBeVisible()
  await expect(preview).toContainText('Feb 1')
  await expectNoViolations(page)
  await expectToFit(page)
  await page.getByRole('button', { name: `Approve ${name}` }).click()
  await expect(page.getByRole('button', { name: `Approve ${name}` })).toBeDisabled()
  await expect(page.getByText('approve', { exact: true })).toBeVisible()
})

test('an admin decides beside the picture of a class, in columns with one edge each', async ({ page, application }) => {
  const name = 'Beside the Print'
  const id = await haveWaiting(application, name)
  await asDemo(page, 'admin')
  const measure = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/dashboard/feedback/${id}`)
    const main = page.getByRole('main')
    const parts = [
      main.locator('.picture').first(),
      feedback(page),
      main.getByRole('button', { name: `Approve ${name}` }),
      main.getByRole('button', { name: `Deny ${name}` }),
      send(page),
      main.getByRole('link', { name: 'Back' }),
    ]
    return Promise.all(parts.map((part) => part.evaluate((it) => it.getBoundingClientRect().toJSON() as DOMRect)))
  }
  const [print, field, ...buttons] = await measure(1440)
  expect(print?.width).toBeGreaterThanOrEqual(560)
  expect(field?.left).toBeGreaterThan(print?.right ?? 0)
  expect(buttons.map(({ height }) => height)).toEqual([44, 44, 44, 44])
  for (const at of [1, 3]) expect(buttons[at]?.right).toBeCloseTo(field?.right ?? 0, 0)
  // The facts are above the decision, and the form takes the height of the screen.
  const price = await page.getByRole('definition').first().boundingBox()
  expect(price?.x).toBe(field?.x)
  expect(price?.y).toBeLessThan(buttons[0]?.y ?? 0)
  expect(buttons[2]?.bottom).toBeGreaterThan(750)
  expect(buttons[2]?.bottom).toBeLessThan(900)
  await expect(page.getByRole('main').getByRole('link', { name: 'Back' })).toHaveCSS('border-top-width', '0px')
  const title = await page.getByRole('heading', { level: 1, name: 'Feedback' }).boundingBox()
  const shown = await page.getByRole('heading', { level: 2, name }).boundingBox()
  expect(shown?.x).toBeGreaterThan((title?.x ?? 0) + (title?.width ?? 0))
  expect(shown?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0))
  await page.goto('/dashboard/manage-class')
  await expect(page.getByRole('button', { name: /^Approve/ }).first()).toBeVisible()
  const edges = await page
    .getByRole('button', { name: /^(Approve|Deny) / })
    .evaluateAll((all) =>
      all.map((it) => [(it as HTMLButtonElement).disabled, getComputedStyle(it).borderTopColor === 'rgba(0, 0, 0, 0)']),
    )
  expect(new Set(edges.map(String))).toEqual(new Set(['true,true', 'false,false']))
  const gap = await page.getByRole('button', { name: `Approve ${name}` }).evaluate((it) => {
    const next = it.nextElementSibling?.getBoundingClientRect()
    return (next?.left ?? 0) - it.getBoundingClientRect().right
  })
  expect(gap).toBe(8)
  const [, , approve, deny, sending, back] = await measure(1024)
  expect(approve?.top).toBe(deny?.top)
  expect(sending?.top).toBe(back?.top)
  const [narrow, below, ...onPhone] = await measure(390)
  expect(narrow?.width).toBe(358)
  // A phone shows the decision before the class.
  expect(narrow?.top).toBeGreaterThan(below?.bottom ?? 0)
  for (const part of onPhone) expect(part.bottom).toBeLessThan(narrow?.top ?? 0)
})
