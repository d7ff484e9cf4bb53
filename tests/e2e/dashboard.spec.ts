import type { Locator, Page } from '@playwright/test'
import { expectBeside, heading, nextSession, open, PAGES } from './dashboard-pages.ts'
import { asDemo, type DemoRole } from './demo-people.ts'
import { expect, test } from './fixtures.ts'
import { overflow } from './overflow.ts'

/** One page behind each guard that refuses the role; web/routes.test.ts has the pages behind each. */
const REFUSED: Record<DemoRole, string[]> = {
  student: ['/dashboard/my-class', '/dashboard/payments', '/dashboard/dates/any'],
  instructor: ['/dashboard/payment-history', '/dashboard/activity'],
  admin: ['/dashboard/payment-history', '/dashboard/my-class'],
}
const ROLES = ['student', 'instructor', 'admin'] as const
const PENDING = "pendingWaits for an admin's decision."
const PHONE = { width: 390, height: 844 }

const menu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })

for (const role of ROLES) {
  test(`the side menu of the ${role} lists their pages, and each link opens its page`, async ({ page }) => {
    await open(page, role, '/dashboard/profile')
    await expect(menu(page).getByRole('link')).toHaveText(PAGES[role].map(([label]) => label))
    for (const [label, path, title] of PAGES[role]) {
      await menu(page).getByRole('link', { name: label }).click()
      await expect(page).toHaveURL(path)
      await expect(heading(page)).toHaveText(title)
      await expect(page).toHaveTitle(`Photography School | ${label}`)
      await expect(menu(page).getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page')
    }
  })

  test(`the ${role} is redirected from the pages of the other roles, whose data is not requested`, async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await asDemo(page, role)
    for (const path of REFUSED[role]) {
      await page.goto(path)
      await expect(page).toHaveURL('/')
    }
    expect(requests.filter((url) => /\/api\/(payments|activity|classes\/|class\/)/.test(url))).toEqual([])
  })
}

test('the link to the dashboard is marked as the current one on all of its pages, and on no other', async ({
  page,
}) => {
  await open(page, 'student', '/dashboard/student-home')
  const link = page.getByRole('banner').getByRole('link', { name: 'Dashboard' })
  await expect(link).toHaveAttribute('aria-current', 'page')
  for (const path of ['/dashboard/my-selected-class', '/dashboard/profile']) {
    await page.goto(path)
    await expect(link).toHaveAttribute('aria-current', 'true')
    await expect(link).toHaveCSS('text-decoration-line', 'underline')
  }
  await page.goto('/classes')
  await expect(link).toBeVisible()
  await expect(link).not.toHaveAttribute('aria-current')
})

test('the pages of an admin are in four groups after the first ones, each below its name, on a screen and on a phone', async ({
  page,
}) => {
  await open(page, 'admin', '/dashboard/profile')
  const listGroups = () =>
    menu(page)
      .locator('.side-group')
      .evaluateAll((groups) =>
        groups.map((it) => [it.querySelector('p')?.textContent, it.querySelectorAll('a').length]),
      )
  const groups = [
    ['Teaching', 3],
    ['Money', 5],
    ['Site', 6],
    ['System', 4],
  ]
  await expect.poll(listGroups).toEqual(groups)
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Dashboard menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Dashboard menu' }).getByText('Teaching')).toBeVisible()
  await expect.poll(listGroups).toEqual(groups)
})

test('on a phone the side menu is a drawer that closes with Escape and on navigation', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await open(page, 'instructor', '/dashboard/instructor-home')
  const drawer = page.getByRole('dialog', { name: 'Dashboard menu' })
  const opener = page.getByRole('button', { name: 'Dashboard menu' })
  for (const width of [768, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(opener).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')
  }
  await expect(menu(page)).toHaveCount(0)
  await opener.click()
  await expect(drawer.getByRole('link')).toHaveText(PAGES.instructor.map(([label]) => label))
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await opener.click()
  await drawer.getByRole('link', { name: 'My Class' }).click()
  await expect(page).toHaveURL('/dashboard/my-class')
  await expect(drawer).toBeHidden()
})

test('an instructor sees their classes of every status, newest first, with the admins’ feedback', async ({ page }) => {
  await open(page, 'instructor', '/dashboard/my-class')
  await expect(page.getByText('Total Classes: 5')).toBeVisible()
  const headers = ['#', 'Image', 'Name', 'Seats', 'Price', 'Enroll', 'Status', 'Feedback', 'Action']
  await expect(page.getByRole('columnheader')).toHaveText(headers)
  const rows = page.getByRole('row')
  const cells = (row: number) => rows.nth(row).getByRole('cell')
  const pier = ['1', '', 'Pier in the Fog', '10', '$158.00', '0', PENDING, 'no feedback', /^Edit Pier in the Fog/]
  await expect(cells(1)).toHaveText(pier)
  await expect(rows.nth(1).getByRole('link')).toHaveText(['Pier in the Fog', /^Edit/])
  await rows.nth(1).getByRole('button', { name: 'More Pier in the Fog' }).click()
  await expect(rows.nth(1).getByRole('link')).toHaveText([
    'Pier in the Fog',
    ...[/^Edit/, /^Material/, /^Briefs/, /^Students/, /^Dates/],
  ])
  const long = ['2', '', 'Long Exposure at Sea', '2', '$189.00', '12', 'approve', 'no feedback']
  await expect(cells(2)).toContainText([...long, 'Withdraw Long Exposure at Sea'])
  await expect(cells(5)).toContainText([
    '5',
    '',
    'Forest Without a Path',
    '20',
    '$170.00',
    '0',
    'deny',
    'Twenty people',
  ])
  // Below the status, as wide as the actions too: not in a column that the other classes leave blank.
  await page.setViewportSize({ width: 1440, height: 900 })
  const [word, feedback] = await Promise.all(
    [rows.nth(5).locator('.status-word'), page.getByText('Twenty people in one wood')].map((it) => it.boundingBox()),
  )
  expect(feedback?.y).toBeGreaterThan((word?.y ?? 900) + (word?.height ?? 0) - 1)
  expect(feedback?.x).toBeCloseTo((word?.x ?? 0) + 12, 0)
  expect(feedback?.height).toBeLessThan(70)
})

test('a wide screen has room between the status of an instructor’s class and its actions', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, 'instructor', '/dashboard/my-class')
  const row = page.getByRole('row').filter({ hasText: 'Pier in the Fog' })
  const end = await row.getByText("Waits for an admin's decision.").evaluate((note) => {
    const words = document.createRange()
    words.selectNodeContents(note)
    return words.getBoundingClientRect().right
  })
  const edit = await row.getByRole('link', { name: /^Edit/ }).boundingBox()
  expect((edit?.x ?? 0) - end).toBeGreaterThanOrEqual(40)
})

test('an admin sees every class and every user, newest first', async ({ page }) => {
  await open(page, 'admin', '/dashboard/manage-class')
  await expect(page.getByText('Total Classes: 30')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Image',
    'Class Name',
    'Instructor name, email',
    'Available seats',
    'Price',
    'Status',
    'Action',
  ])
  const rows = page.getByRole('row')
  const pier = ['', 'Pier in the Fog', 'Ingrid Solheiminstructor@demo.school', '10', '$158.00', 'pending']
  await expect(rows.nth(1).getByRole('cell')).toHaveText([
    ...pier,
    'Approve Pier in the FogDeny Pier in the FogFeedback Pier in the FogStudents Pier in the FogDates Pier in the Fog',
  ])
  await expect(rows).toHaveCount(26)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(rows).toHaveCount(6)
  await expect(rows.nth(5)).toContainText('deny')
  await menu(page).getByRole('link', { name: 'Manage Users' }).click()
  const total = page.getByText(/Total User: \d+/)
  await expect(total).toBeVisible()
  // Other tests register users in the same application.
  const users = Number(/\d+/.exec((await total.textContent()) ?? '')?.[0])
  expect(users).toBeGreaterThanOrEqual(51)
  await expect(page.getByRole('columnheader')).toHaveText(['SI', 'Name', 'email', 'Role', 'Action'])
  await page.getByRole('link', { name: `Page ${Math.ceil(users / 25)}` }).click()
  const admin = [`${users}`, /Astrid Holm$/, 'admin@demo.school', 'admin', /only another admin can change your role/]
  await expect(rows.last().getByRole('cell')).toHaveText(admin)
})

test('a wide screen has two fields of a form, and the two tasks of a roster, beside each other', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, 'admin', '/dashboard/coupons')
  await expectBeside(page.getByLabel('Code'), page.getByLabel('Kind'))
  await page.setViewportSize({ width: 768, height: 1024 })
  const last = page.getByLabel('Your First Darkroom Print')
  const choice = page.getByRole('group', { name: 'Only for these classes' }).locator('.class-choice')
  await last.scrollIntoViewIfNeeded()
  expect(await choice.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/dashboard/terms')
  await expectBeside(page.getByLabel('Minimum fee'), page.getByLabel('Fee for another date'))
  await page.context().clearCookies()
  await open(page, 'instructor', '/dashboard/instructor-home')
  await nextSession(page).getByRole('link', { name: 'Students' }).click()
  const title = (name: string) => page.getByRole('heading', { name, exact: true })
  await expectBeside(title('Attendance'), title('E-mail all students'))
  await page.setViewportSize({ width: 768, height: 1024 })
  const measureWidth = async (part: string) => (await page.locator(part).boundingBox())?.width
  expect(await measureWidth('#email')).toBe(await measureWidth('.table'))
})

test('a wide screen has the forms of vouchers, webhooks and invitations beside their titles, each with one solid button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const forms = [
    ['vouchers', 'Make a voucher', 'Reason', 'Make voucher'],
    ['api', 'Add a webhook', 'URL', 'Add webhook'],
    ['invitations', 'Invite people', 'Role', 'Send invitation'],
  ] as const
  for (const [path, title, label, action] of forms) {
    await open(page, 'admin', `/dashboard/${path}`)
    const section = page.getByRole('region', { name: title })
    const [field, heading, whole] = await Promise.all([
      section.getByLabel(label).boundingBox(),
      section.getByRole('heading', { name: title }).boundingBox(),
      section.boundingBox(),
    ])
    expect(field?.x, path).toBeGreaterThan((heading?.x ?? 0) + (heading?.width ?? 0))
    expect((field?.x ?? 0) + (field?.width ?? 0), path).toBeCloseTo((whole?.x ?? 0) + (whole?.width ?? 0), 0)
    await expect(page.getByRole('main').locator('.btn-primary')).toHaveText([action])
    await page.context().clearCookies()
  }
})

test('on a phone the boxes of events have one size, also beside labels of two lines', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await open(page, 'admin', '/dashboard/api')
  const boxes = page.getByRole('group', { name: 'Events' }).getByRole('checkbox')
  await expect(boxes).not.toHaveCount(0)
  const widths = await boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().width))
  expect(new Set(widths)).toEqual(new Set([16]))
})

test('the e-mail address of another person leads back to the users above its title', async ({ page }) => {
  await open(page, 'admin', '/dashboard/user-email/student@demo.school')
  const back = page.locator('.dashboard-page').getByRole('link', { name: 'Manage Users' })
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('E-mail address')
  const [link, below] = await Promise.all([back.boundingBox(), title.boundingBox()])
  expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  await back.click()
  await expect(page).toHaveURL('/dashboard/all-users')
})

test('the dates of all classes begin with a picture and the class, those of one class with the date', async ({
  page,
}) => {
  await open(page, 'instructor', '/dashboard/dates')
  const rows = page.getByRole('region', { name: 'Upcoming' }).getByRole('listitem')
  await expect(rows.first().locator('img')).toBeVisible()
  await expect(rows.getByRole('heading', { name: 'Storm Light' }).first()).toBeVisible()
  const change = await rows.first().getByRole('link', { name: 'Change' }).getAttribute('href')
  await page.goto(change?.slice(0, change.lastIndexOf('/')) ?? '')
  await expect(rows.first().getByRole('heading', { name: /^\w{3}, \w{3} \d+/ })).toBeVisible()
  await expect(rows.locator('img')).toHaveCount(0)
})

test('on a phone a student copies the id of a transaction', async ({ page, messages }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize(PHONE)
  await open(page, 'student', '/dashboard/payment-history')
  const row = page.getByRole('row').filter({ hasText: 'Star Trails for Beginners' })
  // The receipt is what one looks for: the id is quiet, and Copy beside it is shown in the row that is pointed at.
  const copy = row.getByRole('button', { name: 'Copy the transaction id of Star Trails for Beginners' })
  await expect(copy).toHaveCSS('opacity', '0')
  await expect(row.locator('code')).toHaveCSS('font-family', /Hanken/)
  await expect(row.getByRole('link', { name: /^Receipt/ })).toHaveCSS('text-decoration-line', 'underline')
  await expect(row.getByRole('link', { name: /^Order/ })).toHaveCSS('text-decoration-line', 'none')
  await copy.click()
  await expect.poll(() => messages.join()).toContain('Copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await row.locator('code').textContent())
})

test('a tablet has date, order and receipt of a payment in one line, and the whole id below; a screen has the state beside the price', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await open(page, 'student', '/dashboard/payment-history')
  const row = page.getByRole('row').filter({ hasText: 'Star Trails for Beginners' })
  const id = row.locator('code')
  await expect(id).toBeVisible()
  expect(await id.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const findMiddle = async (part: Locator) => {
    const box = await part.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0) / 2
  }
  const order = row.getByRole('link', { name: /^Order/ })
  const date = row.locator('[data-slot="meta"]')
  expect(Math.abs((await findMiddle(order)) - (await findMiddle(date)))).toBeLessThan(4)
  await page.setViewportSize({ width: 1440, height: 900 })
  const price = row.getByText(/^\$[\d.]+$/)
  const state = row.getByRole('button', { name: /^Paid/ })
  expect(Math.abs((await findMiddle(price)) - (await findMiddle(state)))).toBeLessThan(4)
})

test('a screen has the whole ids of payments, which end with the lines, and Cancel beside the receipt', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, 'student', '/dashboard/payment-history')
  const row = page.getByRole('row').filter({ hasText: 'Dew Before Breakfast' })
  const id = row.locator('code')
  await expect(id).toBeVisible()
  expect(await id.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const measureEnd = async (part: Locator) => {
    const box = await part.boundingBox()
    return (box?.x ?? 0) + (box?.width ?? 0)
  }
  expect(Math.abs((await measureEnd(id)) - (await measureEnd(row)))).toBeLessThan(2)
  const [receipt, cancel] = await Promise.all([
    row.getByRole('link', { name: /^Receipt/ }).boundingBox(),
    row.getByRole('button', { name: /^Cancel/ }).boundingBox(),
  ])
  expect(Math.abs((receipt?.y ?? 0) - (cancel?.y ?? Number.NaN))).toBeLessThan(6)
  // No payment has a note, so that there is no column of notes.
  await expect(page.getByRole('columnheader').last()).toHaveText('TransactionId')
})

test('the prices of all payments end with the lines and the sum', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, 'admin', '/dashboard/payments')
  // Those that other tests have refunded name the sum a second time, and have no button.
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Refund/ }) })
    .filter({ hasText: /^[^$]*\$[\d.]+$/ })
    .first()
  const measureRest = async () => {
    const [line, price] = await Promise.all([row.boundingBox(), row.getByText(/^\$[\d.]+$/).boundingBox()])
    return (line?.x ?? 0) + (line?.width ?? 0) - (price?.x ?? 0) - (price?.width ?? 0)
  }
  expect(await measureRest()).toBeLessThan(2)
  await page.setViewportSize({ width: 768, height: 1024 })
  expect(await measureRest()).toBeLessThan(2)
  await page.setViewportSize({ width: 1440, height: 900 })
  const refund = row.getByRole('button', { name: /^Refund/ })
  await expect(refund).toHaveCSS('opacity', '0')
  await row.hover()
  await expect(refund).toHaveCSS('opacity', '1')
})

test('on a tablet the actions of classes are below each other, also where some are not possible', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await open(page, 'admin', '/dashboard/manage-class')
  const findLeft = async (name: string) => {
    const row = page.getByRole('row').filter({ hasText: name })
    return (await row.getByRole('link', { name: 'Feedback' }).boundingBox())?.x ?? 0
  }
  expect(Math.abs((await findLeft('Pier in the Fog')) - (await findLeft('Night Harbour')))).toBeLessThan(4)
})

test('what admins can do with users is quiet until a row is pointed at', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, 'admin', '/dashboard/all-users')
  const row = page.getByRole('row').nth(1)
  const action = row.getByRole('button', { name: /^Make Instructor/ })
  const readColor = () => action.evaluate((it) => getComputedStyle(it).color)
  await page.getByRole('heading', { level: 1 }).hover()
  const quiet = await readColor()
  await row.hover()
  expect(await readColor()).not.toBe(quiet)
})

test('past classes of a student are quieter than coming ones, in the same columns', async ({ page }) => {
  // Before the session that the demo's student has today.
  await page.clock.setFixedTime(new Date().setUTCHours(8, 0, 0, 0))
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, 'student', '/dashboard/enroll-class')
  const measure = async (title: string) => {
    const row = page.getByRole('table', { name: title }).getByRole('row').nth(1)
    const name = row.getByRole('link').first()
    return {
      picture: (await row.locator('.picture').first().boundingBox())?.width,
      left: (await name.boundingBox())?.x,
      size: await name.evaluate((it) => Number.parseFloat(getComputedStyle(it).fontSize)),
      border: await row
        .getByRole('link', { name: /^Play Class/ })
        .evaluate((it) => getComputedStyle(it).borderTopColor),
    }
  }
  const [coming, past] = [await measure('Upcoming'), await measure('Past')]
  expect(past.picture).toBeLessThan(coming.picture ?? 0)
  expect(past.size).toBeLessThan(coming.size)
  expect(past.left).toBeCloseTo(coming.left ?? 0, 0)
  expect([past.border, coming.border === past.border]).toEqual(['rgba(0, 0, 0, 0)', false])
})

test('the profile shows the data of the account', async ({ page }) => {
  await open(page, 'instructor', '/dashboard/profile')
  const facts = page.getByRole('main').getByRole('definition')
  await expect(facts).toHaveText([
    'Ingrid Solheim',
    'instructor@demo.schoolconfirmed',
    'instructor',
    /^[A-Z][a-z]+ \d+, 20\d\d \(UTC\)$/,
  ])
})

test('an instructor without classes gets a link to add one', async ({ page }) => {
  await page.route('**/api/classes/*', (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
  await open(page, 'instructor', '/dashboard/my-class')
  await expect(page.getByText("You haven't added a class yet.")).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Add a Class' }).last().click()
  await expect(page).toHaveURL('/dashboard/add-class')
})

/** Changes the response of a call: every text is as long as the API allows. */
async function stretchClasses(page: Page, calls: string): Promise<string> {
  const long = 'Unabbreviated'.repeat(15)
  const texts = { className: long, instructorName: long, instructorEmail: `${long}@example.test`, feedback: long }
  await page.route(calls, async (route) => {
    const response = await route.fetch()
    const classes: object[] = await response.json()
    await route.fulfill({ response, json: classes.map((one) => ({ ...one, ...texts, price: 1234.5 })) })
  })
  return long
}

for (const [role, path, calls] of [
  ['instructor', '/dashboard/my-class', '**/api/classes/*'],
  ['admin', '/dashboard/manage-class', '**/api/classes?*'],
] as const) {
  test(`texts of any length fit into the ${role}’s table on a phone, a tablet and a screen`, async ({ page }) => {
    const long = await stretchClasses(page, calls)
    await open(page, role, path)
    await expect(page.getByText(long).first()).toBeVisible()
    for (const width of [390, 1180, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await overflow(page), `${width} wide`).toEqual({ page: 0, table: 0 })
    }
  })
}

test('in the wide table of an admin each class and each address is on one line, apart from each other, and the actions end where their header does', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, 'admin', '/dashboard/manage-class')
  await expect(page.getByRole('row')).toHaveCount(26)
  const figures = await page.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const [name, person, address] = [...row.querySelectorAll('a.row-link, td:nth-child(3) p')]
      if (!name || !person || !address) throw new Error('a part is missing')
      const dots = row.querySelector('.row-actions > button:last-of-type circle:last-child')
      return {
        lines: [name, address].map((it) =>
          Math.round(it.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(it).lineHeight)),
        ),
        isApart: person.getBoundingClientRect().left - name.getBoundingClientRect().right >= 24,
        overhang: Math.round(
          Math.abs((dots?.getBoundingClientRect().right ?? 0) - row.getBoundingClientRect().right) / 2,
        ),
      }
    }),
  )
  expect(figures).toEqual(figures.map(() => ({ lines: [1, 1], isApart: true, overhang: 0 })))
})

test('an admin finds the actions of a class on one line of a wide table, and in the short row of a phone, where a sheet has the further ones', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, 'admin', '/dashboard/manage-class')
  const row = page.getByRole('row').filter({ hasText: 'Pier in the Fog' })
  const actions = [
    row.getByRole('button', { name: 'Approve' }),
    row.getByRole('button', { name: 'Deny' }),
    row.getByRole('link', { name: 'Feedback' }),
  ]
  const middles = await Promise.all(
    actions.map((action) =>
      action.evaluate((it) => it.getBoundingClientRect()).then(({ y, height }) => y + height / 2),
    ),
  )
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(3)
  const more = row.getByRole('button', { name: 'More Pier in the Fog' })
  const dates = row.getByRole('link', { name: 'Dates Pier in the Fog' })
  await more.click()
  await expect(dates).toBeVisible()
  await page.keyboard.press('Escape')

  await page.setViewportSize(PHONE)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(5000)
  for (const action of actions) await expect(action).toBeVisible()
  await expect(row.getByRole('button', { name: 'Approve' })).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')
  const decided = page.getByRole('button', { name: 'Approve Night Harbour' })
  await expect(decided).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')
  await expect(dates).toBeHidden()
  await more.click()
  await expect(dates).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dates).toBeHidden()
  await expect(more).toBeFocused()
})

test('in a short row the price is on the line of the class, and the actions, as high as a finger, are in the last line of a phone and beside it on a tablet', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await open(page, 'admin', '/dashboard/manage-class')
  const row = page.getByRole('row').filter({ hasText: 'Pier in the Fog' })
  const measure = async () => {
    const parts = [
      row.getByRole('link', { name: 'Pier in the Fog', exact: true }),
      row.getByText('$158.00'),
      row.getByRole('button', { name: 'Approve' }),
    ]
    const boxes = await Promise.all(parts.map((part) => part.evaluate((it) => it.getBoundingClientRect().toJSON())))
    const [name, price, action] = boxes.map(({ y, height }) => ({ middle: y + height / 2, height }))
    if (!name || !price || !action) throw new Error('a part is missing')
    expect(action.height).toBeGreaterThanOrEqual(44)
    expect(Math.abs(name.middle - price.middle)).toBeLessThan(4)
    return action.middle - name.middle
  }
  expect(await measure()).toBeGreaterThan(30)
  await page.setViewportSize({ width: 768, height: 1024 })
  expect(Math.abs(await measure())).toBeLessThan(4)
})

test('an unknown path of the dashboard says so beside the side menu, with a link back', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('404')
  await open(page, 'admin', '/dashboard/profile')
  await expect(menu(page)).toBeVisible()
  await page.goto('/dashboard/nothing')
  await expect(heading(page)).toHaveText('404 Not Found')
  await expect(menu(page).getByRole('link')).toHaveText(PAGES.admin.map(([label]) => label))
  await page.getByRole('main').getByRole('link', { name: 'Back to homepage' }).click()
  await expect(page).toHaveURL('/')
})
