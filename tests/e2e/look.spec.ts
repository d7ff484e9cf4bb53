import type { Locator } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { toClassPath, toInstructorPath } from '../../contract/slug.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { expect, test, withPictures } from './fixtures.ts'
import { asNewStudent, haveSelected } from './student.ts'

test.use(withPictures)

test('in the contact sheet, frames have numbers on black, and a selected one is circled', async ({ page }) => {
  await asNewStudent(page)
  await page.goto('/classes')
  await page.getByRole('button', { name: 'Contact sheet' }).click()
  await page.getByRole('button', { name: 'Select Night Harbour' }).click()
  await expect(page.getByRole('button', { name: 'Select Night Harbour' })).toBeDisabled()
  const listCircled = () =>
    page
      .locator('.print')
      .evaluateAll((all) =>
        all
          .filter(({ children: [frame] }) => frame && getComputedStyle(frame, '::after').borderTopWidth === '3px')
          .map((print) => print.querySelector('h3')?.textContent),
      )
  await expect.poll(listCircled).toEqual(['Night Harbour'])
  const number = await page
    .locator('.print-caption')
    .first()
    .evaluate((it) => getComputedStyle(it, '::before').content)
  expect(number).toContain('counter(frame)')
  await expect(page.locator('.class-list .card-grid')).toHaveCSS('background-color', 'rgb(11, 10, 9)')
})

for (const [motion, expected] of [
  ['no-preference', ['develop', '0.3s']],
  ['reduce', ['none', '0s']],
] as const) {
  test(`a change of the theme develops for 300 ms (motion: ${motion}: ${expected[0]})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: motion })
    await page.goto('/')
    const developing = page.evaluate(
      () =>
        new Promise((resolve) => {
          new MutationObserver(() => {
            const { animationName, animationDuration } = getComputedStyle(document.body, '::after')
            resolve([animationName, animationDuration])
          }).observe(document.documentElement, { attributeFilter: ['data-develops'] })
        }),
    )
    await page.getByRole('button', { name: 'Toggle theme' }).click()
    expect(await developing).toEqual(expected)
    await expect(page.locator('html')).not.toHaveAttribute('data-develops')
  })
}

test('a picture of a class has its exposure below it, in the list and on its page', async ({ page, application }) => {
  const { call } = await demoCalls(application, 'student')
  const shown = (await call(api.listApprovedClasses, { query: {} })).find(({ exposure }) => exposure)
  const exposure = shown?.exposure ?? ''
  expect(exposure).toMatch(/ISO \d+/)
  await page.goto('/classes')
  await expect(page.locator('.exposure').filter({ hasText: exposure }).first()).toBeVisible()
  await page.getByRole('link', { name: shown?.className ?? '', exact: true }).click()
  await expect(page.locator('main .exposure').first()).toHaveText(exposure)
})

test('an unknown path shows a blank frame with its number, and the way to the classes', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('404')
  await page.goto('/no-such-page')
  await expect(page.getByText('no picture here')).toBeVisible()
  await expect(page.getByText('404A')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'All classes' })).toHaveAttribute('href', '/classes')
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
  const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const film = await page.locator('.negative').evaluate((it) => getComputedStyle(it).backgroundImage)
  expect(film).toContain(color)
  expect((await page.locator('.negative').boundingBox())?.width).toBeLessThanOrEqual(432)
  const fog = await page.locator('.negative-frame').evaluate((it) => getComputedStyle(it).backgroundImage)
  expect(fog.match(/gradient/g)?.length).toBeGreaterThan(2)
  await page.setViewportSize({ width: 768, height: 1024 })
  const [words, frame] = [await page.getByRole('alert').boundingBox(), await page.locator('.negative').boundingBox()]
  expect(frame?.x).toBeGreaterThan((words?.x ?? 768) + (words?.width ?? 0))
  expect(frame?.width).toBeGreaterThan(300)
})

test('an unknown instructor of the list is named as unknown', async ({ page }) => {
  await page.goto('/classes?instructor=nobody@example.test')
  await expect(page.getByRole('main').getByText('Unknown instructor').first()).toBeVisible()
})

test('every invalid field of a form is marked', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  for (const name of ['Email', 'Password'])
    await expect(page.getByLabel(name, { exact: true })).toHaveAttribute('aria-invalid', 'true')
})

for (const path of ['/login', '/signup'])
  test(`${path} has a picture beside it on a wide screen, drawn no wider than its file, and a band of it above on a phone`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    const picture = page.locator('.auth-picture')
    const image = picture.locator('picture img')
    const form = page.getByRole('main').getByRole('heading', { level: 1 })
    const readBoxes = async () => [await picture.boundingBox(), await form.boundingBox()] as const
    const [beside, title] = await readBoxes()
    expect(beside?.width).toBeLessThanOrEqual(title?.x ?? 0)
    const isSharp = () =>
      image.evaluate((it: HTMLImageElement) => {
        const drawn = Math.max(it.width, (it.height * 3) / 2)
        return Number(/(\d+)\.avif$/.exec(it.currentSrc)?.[1]) >= drawn
      })
    await expect.poll(isSharp).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })
    const [band, below] = await readBoxes()
    expect(band).toMatchObject({ x: 0, y: 64, width: 390, height: 160 })
    expect(below?.y).toBeGreaterThan(64 + 160)
    // The horizon below the stars, or the houses of the harbour.
    await expect(image).toHaveCSS('object-position', path === '/signup' ? '50% 90%' : '50% 40%')
  })

test('a form for signing in stands a little above the middle of a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1000 })
  await page.goto('/login')
  const title = await page.getByRole('main').getByRole('heading', { level: 1 }).boundingBox()
  const last = await page.locator('.auth-layout > :last-child').boundingBox()
  const [above, below] = [(title?.y ?? 0) - 64, 1000 - (last?.y ?? 0) - (last?.height ?? 0)]
  expect(above).toBeLessThan(below)
  expect(above).toBeGreaterThan(0.6 * below)
})

test('Register says which fields may stay empty, and what the address of a photo is', async ({ page }) => {
  await page.goto('/signup')
  const marks = await page
    .locator('form .field-label')
    .evaluateAll((all) =>
      all
        .filter((label) => getComputedStyle(label, '::after').content.includes('optional'))
        .map((it) => it.textContent),
    )
  expect(marks.slice(0, 2)).toEqual(['Name', 'Photo Url'])
  await expect(page.getByLabel('Photo Url', { exact: true })).toHaveAttribute('placeholder', /https:/)
})

test.describe('on a screen of double density', () => {
  test.use({ deviceScaleFactor: 2, viewport: { width: 1440, height: 900 } })

  test('Login and Register have a picture each, as large as it is shown, and it stays beside a longer form', async ({
    page,
  }) => {
    const loaded: string[] = []
    for (const path of ['/login', '/signup']) {
      await page.goto(path)
      const picture = page.locator('.auth-picture')
      const image = picture.locator('picture img')
      await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.currentSrc)).toMatch(/1600\.avif$/)
      loaded.push(await image.evaluate((it: HTMLImageElement) => it.currentSrc))
      await page.mouse.wheel(0, 2000)
      expect(await picture.boundingBox()).toMatchObject({ height: 900 - 64 })
      await expect(picture).toBeInViewport({ ratio: 0.8 })
    }
    expect(new Set(loaded).size).toBe(2)
  })
})

test('the bar has its name and its links at the same place on public pages, in the dashboard and on forms', async ({
  page,
}) => {
  await asDemo(page, 'student')
  const places = new Set<string>()
  for (const path of ['/', '/classes', '/dashboard/student-home', '/dashboard/my-selected-class']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'LogOut' })).toBeVisible()
    const name = await page.getByRole('banner').getByRole('link', { name: 'Photography School' }).boundingBox()
    const out = await page.getByRole('button', { name: 'LogOut' }).boundingBox()
    places.add(`${name?.x} ${name?.y} ${out?.x} ${out?.y}`)
  }
  expect([...places]).toHaveLength(1)
})

test('the number of the cart stands beside its icon', async ({ page }) => {
  await asNewStudent(page)
  await haveSelected(page, 'Storm Light')
  await page.goto('/classes')
  const cart = page.getByRole('link', { name: 'Cart: 1' })
  const number = await cart.getByText('1', { exact: true }).boundingBox()
  const basket = await cart.locator('path').boundingBox()
  expect(number?.x).toBeGreaterThanOrEqual((basket?.x ?? 9999) + (basket?.width ?? 0))
})

test('on a screen of 390, 768 or 1440, a line of the cart ends with Pay, and only Pay all is solid', async ({
  page,
}) => {
  await asNewStudent(page)
  await haveSelected(page, 'Storm Light')
  await haveSelected(page, 'Winter Dunes')
  await page.goto('/dashboard/my-selected-class')
  const row = page.getByRole('row').filter({ hasText: 'Winter Dunes' })
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const [pay, line] = [
      await row.getByRole('link', { name: 'Pay Winter Dunes' }).boundingBox(),
      await row.boundingBox(),
    ]
    const [end, rowEnd] = [pay, line].map((box) => (box?.x ?? 0) + (box?.width ?? 0))
    expect([width, Math.abs((end ?? 0) - (rowEnd ?? 9999)) < 10]).toEqual([width, true])
  }
  await expect(page.getByRole('main').locator('.btn-primary')).toHaveText(['Pay all'])
  await expect(row.getByLabel('Date')).toBeHidden()
  await row.getByText('Change of Winter Dunes').click()
  await expect(row.getByLabel('Date')).toBeVisible()
  await expect(row.getByLabel('Seats')).toBeVisible()
})

test('on Login, the form comes before the login of the demo', async ({ page }) => {
  await page.goto('/login')
  const [form, hint] = [page.getByRole('main').locator('form'), page.getByRole('complementary', { name: 'Demo login' })]
  const [above, below] = [await form.boundingBox(), await hint.boundingBox()]
  expect(below?.y).toBeGreaterThan((above?.y ?? 9999) + (above?.height ?? 0))
})

test('on screens of 1280, 1440 and 1920, bar, content and foot have one margin on every page', async ({ page }) => {
  await asDemo(page, 'student')
  for (const path of ['/', '/classes', '/instructors', '/pages/about', '/dashboard/student-home']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'LogOut' })).toBeVisible()
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const parts = ['.bar-name', '.hero-text, .banner h1, .side-menu', '.page-footer .font-display']
      const readLefts = () =>
        page.evaluate(
          (all) => all.map((part) => Math.round(document.querySelector(part)?.getBoundingClientRect().left ?? -1)),
          parts,
        )
      const margin = width < 1440 ? 40 : (width - 1360) / 2
      await expect.poll(readLefts, `${path}, ${width} wide`).toEqual([margin, margin, margin])
    }
  }
})

test('on a phone, the foot under a form is at most 330 pixels tall, with all its parts', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/login')
  const foot = page.getByRole('contentinfo')
  expect((await foot.boundingBox())?.height).toBeLessThanOrEqual(330)
  for (const name of ['Best Classes', 'Best Instructor', 'Best Supports', 'Social network', 'Photo sharing', 'Terms'])
    await expect(foot.getByRole('link', { name })).toBeVisible()
  await expect(foot.getByRole('button', { name: 'Subscribe' })).toBeVisible()
})

test('the prices of cards have one format, with their decimals', async ({ page }) => {
  for (const path of ['/', '/classes']) {
    await page.goto(path)
    const prices = page.locator('.print-price .tabular-nums')
    await expect(prices.nth(5)).toBeVisible()
    for (const price of await prices.all()) expect(await price.innerHTML()).toMatch(/^\$[\d,]+\.\d\d$/)
  }
})

test('beside a form and under a dashboard, the foot of a screen is one band of at most 120 pixels', async ({
  page,
}) => {
  const expectBand = async (path: string) => {
    await page.goto(path)
    const foot = page.getByRole('contentinfo')
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect
        .poll(async () => [path, width, ((await foot.boundingBox())?.height ?? 999) <= 120])
        .toEqual([path, width, true])
      await expect(foot.getByRole('button', { name: 'Subscribe' })).toBeVisible()
    }
  }
  for (const path of ['/login', '/signup']) await expectBand(path)
  await asDemo(page, 'student')
  for (const path of ['/dashboard/student-home', '/dashboard/my-selected-class', '/dashboard/payment/all'])
    await expectBand(path)
})

test('Select is quiet beside pictures until it is pointed at, and solid on the page of a class only', async ({
  page,
}) => {
  await page.goto('/classes')
  const select = page.getByRole('button', { name: 'Select Night Harbour' }).first()
  await expect(select).toBeEnabled()
  const readLook = () =>
    select.evaluate((it) => [getComputedStyle(it).borderInlineStartColor, getComputedStyle(it).backgroundColor])
  const NONE = 'rgba(0, 0, 0, 0)'
  expect(await readLook()).toEqual([NONE, NONE])
  await select.hover()
  await expect.poll(readLook).not.toContain(NONE)
  await page.getByRole('link', { name: 'Night Harbour', exact: true }).click()
  await expect(page.locator('.class-panel')).toBeVisible()
  await page.mouse.move(0, 0)
  await expect.poll(async () => (await readLook())[1]).toBe('rgb(27, 25, 22)')
})

test('what every row offers is shown in the one that is pointed at or has the focus, and ends where its header does', async ({
  page,
}) => {
  await asDemo(page, 'admin')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/dashboard/payments')
  const refund = page.getByRole('button', { name: /^Refund receipt/ }).first()
  await expect(refund).toHaveCSS('font-weight', '400')
  await expect(refund).toHaveCSS('opacity', '0')
  const findEnd = (part: Locator) =>
    part.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getClientRects()[0]?.right ?? 0
    })
  const header = page.getByRole('columnheader', { name: 'Action' })
  const [label, edge] = [await findEnd(refund), await findEnd(header)]
  await expect(header).toHaveCSS('opacity', '0')
  expect(Math.abs(label - edge)).toBeLessThanOrEqual(1)
  await page.getByRole('row').nth(1).hover()
  await expect(refund).toHaveCSS('opacity', '1')
  await expect(refund).toHaveCSS('color', await page.evaluate(() => getComputedStyle(document.body).color))
  await page.mouse.move(0, 0)
  await expect(refund).toHaveCSS('opacity', '0')
  await refund.focus()
  await expect(refund).toHaveCSS('opacity', '1')
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('all actions of all rows are shown', async ({ page }) => {
    await asDemo(page, 'admin')
    await page.goto('/dashboard/payments')
    await expect(page.getByRole('button', { name: /^Refund receipt/ }).first()).toHaveCSS('opacity', '1')
    await page.goto('/dashboard/manage-class')
    await expect(page.getByRole('button', { name: 'Approve Night Harbour' })).toHaveCSS('opacity', '1')
  })
})

test('of a class that is decided, Approve and Deny are seen only in the row that is pointed at; words are 14 pixels', async ({
  page,
}) => {
  await asDemo(page, 'admin')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/dashboard/manage-class')
    const row = page.getByRole('row').filter({ hasText: 'Night Harbour' })
    for (const name of ['Approve', 'Deny']) {
      const button = row.getByRole('button', { name })
      await page.mouse.move(0, 0)
      await expect(button).toBeDisabled()
      await expect(button).toHaveCSS('opacity', '0')
      await row.hover()
      await expect(button).toHaveCSS('opacity', '1')
    }
    const feedback = row.getByRole('link', { name: 'Feedback' })
    await expect(feedback).toHaveCSS('font-size', '14px')
    await expect(feedback).toHaveCSS('color', await page.evaluate(() => getComputedStyle(document.body).color))
  }
  // What is possible comes first on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  const row = page.getByRole('row').filter({ hasText: 'Night Harbour' })
  const [feedback, name] = await Promise.all([
    row.getByRole('link', { name: 'Feedback' }).evaluate((it) => {
      const range = document.createRange()
      range.selectNodeContents(it)
      return range.getBoundingClientRect().left
    }),
    row.getByRole('link', { name: 'Night Harbour', exact: true }).evaluate((it) => it.getBoundingClientRect().left),
  ])
  expect(feedback).toBeCloseTo(name, 0)
})

test('people without a photo have small blank prints, square, with their initial', async ({ page }) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/all-users')
  const print = page.getByRole('row').filter({ hasText: 'Ben Carter' }).locator('.person-print')
  await expect(print).toHaveText('B')
  expect(await print.boundingBox()).toMatchObject({ width: 36, height: 36 })
  await expect(print).toHaveCSS('border-radius', '0px')
})

test('the search for classes is one row on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/classes')
  const tops = await page
    .getByRole('search')
    .locator('.input, .select, button')
    .evaluateAll((all) => all.filter((it) => it.checkVisibility()).map((it) => it.getBoundingClientRect().top))
  expect(tops).toHaveLength(6)
  expect(new Set(tops).size).toBe(1)
  const [field, button] = [page.getByRole('searchbox'), page.getByRole('button', { name: 'Search', exact: true })]
  const [left, right] = [await field.boundingBox(), await button.boundingBox()]
  expect((left?.x ?? 0) + (left?.width ?? 0) - (right?.x ?? 0)).toBeCloseTo(1, 0)
})

test('the card of a class says its free seats above Select, also where its instructor is not named', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/instructors')
  await page.locator('.print-title a').last().click()
  const card = page.locator('.card-grid .print').first()
  const [seats, select] = [card.getByText(/seats left|Sold out/).first(), card.getByRole('button', { name: /^Select/ })]
  const [above, below] = [await seats.boundingBox(), await select.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 9999)).toBeLessThanOrEqual(below?.y ?? 0)
})

test('the works of an instructor are a row that scrolls sideways on a phone, and no class stands alone at 700', async ({
  page,
  application,
}) => {
  const { call } = await demoCalls(application, 'student')
  const instructors = await call(api.listInstructors)
  const open = async (find: (instructor: (typeof instructors)[number]) => boolean) => {
    const instructor = instructors.find(find)
    await page.goto(instructor ? toInstructorPath(instructor) : '/')
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await open(({ name }) => name === 'Elias Brandt')
  const [first, second] = await page
    .locator('.instructor-works > *')
    .evaluateAll((all) =>
      all.map((it) => it.getBoundingClientRect()).map(({ left, right, top }) => ({ left, right, top })),
    )
  expect(first?.right).toBeLessThan(390)
  expect(second).toMatchObject({ top: first?.top })
  expect(second?.left).toBeLessThan(390)
  expect(second?.right).toBeGreaterThan(390)
  await page.setViewportSize({ width: 700, height: 900 })
  await open(({ classes }) => classes === 3)
  const widths = await page
    .locator('.instructor-classes li')
    .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().width)))
  expect(widths).toEqual([306, 306, 644])
})

test('on a wide screen, the dates and Select stay beside the texts of a class', async ({ page, application }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { call } = await demoCalls(application, 'student')
  const classes = await call(api.listApprovedClasses, { query: {} })
  const harbour = classes.find(({ className }) => className === 'Night Harbour')
  await page.goto(harbour ? toClassPath(harbour) : '/')
  const select = page
    .locator('.class-panel')
    .getByRole('button', { name: /^Select/ })
    .first()
  await page.getByRole('heading', { name: 'What to bring' }).evaluate((heading) => heading.scrollIntoView())
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await expect(select).toBeInViewport({ ratio: 1 })
})

test('no text is smaller than 13 pixels', async ({ page }) => {
  const expectReadable = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).or(page.locator('.hero')).first()).toBeVisible()
    expect([path, await page.evaluate(listSmallTexts)]).toEqual([path, []])
  }
  await page.addInitScript(() => localStorage.setItem('view', 'sheet'))
  for (const path of ['/', '/classes', '/instructors', '/login']) await expectReadable(path)
  await asDemo(page, 'admin')
  for (const path of ['/dashboard/admin-home', '/dashboard/payments', '/dashboard/all-users'])
    await expectReadable(path)
  await page.goto('/dashboard/admin-home')
  await expect(page.locator('.chart')).toHaveCount(2)
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect([width, await page.evaluate(listSmallTexts)]).toEqual([width, []])
  }
})

/** Runs in the page. A drawing is shown in another size than it has. */
function listSmallTexts(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const small: string[] = []
  while (texts.nextNode()) {
    const { textContent: text, parentElement: parent } = texts.currentNode
    const scale = parent instanceof SVGGraphicsElement ? (parent.getScreenCTM()?.a ?? 1) : 1
    const size = parent ? Number.parseFloat(getComputedStyle(parent).fontSize) * scale : 13
    if (text?.trim() && parent?.checkVisibility() && size < 13) small.push(`${text.trim()}: ${size}`)
  }
  return small
}

test('the word mark has the aperture beside it, and a network without an address leads to the contact page', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Photography School' }).locator('svg')).toBeVisible()
  await page.getByRole('navigation', { name: 'Networks' }).getByRole('link').first().click()
  await expect(page).toHaveURL('/contact')
})

test('the pictures of an enrolment have one width, facts stay beside them, and the only seat has no list', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await asDemo(page, 'student')
  await page.goto('/dashboard/enroll-class')
  await page.getByRole('link', { name: 'Play Class Long Exposure at Sea' }).click()
  const first = page.getByRole('img', { name: 'Photo: Long Exposure at Sea' })
  const inMaterial = page.getByRole('region', { name: 'Material' }).getByRole('img').last()
  await inMaterial.scrollIntoViewIfNeeded()
  const measure = async () => {
    const [above, below] = await Promise.all([first.boundingBox(), inMaterial.boundingBox()])
    return Math.abs(Math.round((below?.width ?? 0) - (above?.width ?? 1)))
  }
  await expect.poll(measure).toBe(0)
  await expect(page.getByRole('term').filter({ hasText: 'When' })).toBeInViewport()
  await expect(page.getByText('Seat 1: you')).toHaveCount(0)
})
