/** The look of the public pages: one grid, whole pictures, and what to do next on the first screen. */
import { api } from '../../contract/api.ts'
import { toClassPath, toInstructorPath } from '../../contract/slug.ts'
import { demoCalls } from './demo-people.ts'
import { expect, expectHydrated, test } from './fixtures.ts'

test('the foot of a page is at the lower edge of a screen that it does not fill', async ({ page, expectedErrors }) => {
  expectedErrors.push('404')
  await page.setViewportSize({ width: 1440, height: 1600 })
  for (const path of ['/contact', '/gift-voucher', '/newsletter', '/no-such-page']) {
    await page.goto(path)
    const foot = page.getByRole('contentinfo')
    await expect.poll(async () => bottom(await foot.boundingBox()), path).toBe(1600)
  }
})

test('the lines of a page that is read have a length that reads well, beside their headings', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const path of ['/gift-voucher', '/withdrawal', '/terms']) {
    await page.goto(path)
    const text = await page.locator('.prose-section p').first().boundingBox()
    const heading = await page.locator('.prose-section h2').first().boundingBox()
    expect(text?.width, path).toBeLessThanOrEqual(42 * 16)
    expect(text?.x, path).toBeGreaterThan((heading?.x ?? 0) + (heading?.width ?? 0))
  }
})

test('an instructor’s page shows a landscape portrait whole', async ({ page, application }) => {
  const { call } = await demoCalls(application, 'student')
  const instructor = (await call(api.listInstructors)).find(({ name }) => name === 'Ingrid Solheim')
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(instructor ? toInstructorPath(instructor) : '/')
    const image = page.locator('.instructor-head picture img')
    const hidden = await image.evaluate((it: HTMLImageElement) => {
      const frame = it.getBoundingClientRect()
      return Math.abs(frame.width / frame.height - Number(it.getAttribute('width')) / Number(it.getAttribute('height')))
    })
    expect([width, hidden < 0.02]).toEqual([width, true])
  }
})

test('the text beside the portrait of an instructor ends with it, above pictures that have a title', async ({
  page,
  application,
}) => {
  const { call } = await demoCalls(application, 'student')
  const instructor = (await call(api.listInstructors)).find(({ name }) => name === 'Elias Brandt')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(instructor ? toInstructorPath(instructor) : '/')
  const ends = await page
    .locator('.instructor-head > *')
    .evaluateAll((all) => all.map((part) => Math.round(part.getBoundingClientRect().bottom)))
  expect(ends[1]).toBe(ends[0])
  const works = page.getByRole('region', { name: 'Pictures from the classes' })
  await expect(works.getByRole('heading', { level: 2 })).toBeVisible()
  await expect(works.getByRole('img')).not.toHaveCount(0)
})

test('the pictures of the first instructors are large, and those of the others have one size, in rows of three', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/instructors')
  const grid = page.locator('.card-grid')
  await expectHydrated(page)
  for (const [count, large] of [
    [10, 4],
    [9, 0],
    [8, 2],
    [7, 4],
    [6, 0],
    [5, 2],
    [4, 4],
    [3, 0],
    [2, 2],
  ] as const) {
    // Other tests add instructors: this list has as many as the test says.
    const sizes = await grid.evaluate((list, count) => {
      while (list.children.length < count) list.append(list.children[0]?.cloneNode(true) ?? '')
      while (list.children.length > count) list.lastChild?.remove()
      list.setAttribute('data-rest', String(count % 3))
      const frames = [...list.querySelectorAll('.print-frame')]
      return frames.map((frame) => Math.round(frame.getBoundingClientRect().width))
    }, count)
    const [first, others] = [sizes.slice(0, large), sizes.slice(large)]
    for (const row of [first, others]) expect([count, new Set(row).size]).toEqual([count, Math.min(1, row.length)])
    if (first[0] && others[0]) expect(first[0]).toBeGreaterThan(1.3 * others[0])
  }
})

test('what unfolds on Classes has the mark of its selects', async ({ page }) => {
  await page.goto('/classes')
  const summary = page.locator('summary', { hasText: 'All filters' })
  expect(await summary.evaluate((it) => getComputedStyle(it, '::after').clipPath)).toContain('polygon')
})

test('a name that is written from the right leaves the text beside it where it is', async ({ page, application }) => {
  const { call } = await demoCalls(application, 'student')
  const instructor = (await call(api.listInstructors)).find(({ name }) => name === 'Elias Brandt')
  await page.goto(instructor ? toInstructorPath(instructor) : '/')
  await expect(page.getByRole('button', { name: 'Toggle theme' })).toBeEnabled()
  const isAfter = await page.locator('.instructor-works p a, .instructor-classes h2 bdi').evaluateAll((all) =>
    all.slice(-2).map((name) => {
      name.textContent = 'שרה'
      const rest = document.createTextNode(' 12')
      name.after(rest)
      const range = document.createRange()
      range.selectNodeContents(rest)
      return range.getBoundingClientRect().left >= name.getBoundingClientRect().right
    }),
  )
  expect(isAfter).toEqual([true, true])
})

test('on a phone, the list of instructors is at most 4,000 pixels tall, with See Class in each row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/instructors')
  const rows = page.locator('.card-grid > :nth-child(n + 3) > .print')
  await expect(rows.last()).toHaveCSS('content-visibility', 'visible')
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4000)
  const places = await rows.evaluateAll((all) =>
    all.map((row) => {
      const [frame, button] = ['.print-frame', '.btn'].map((part) => row.querySelector(part)?.getBoundingClientRect())
      return (
        (button?.top ?? 0) >= (frame?.bottom ?? 9999) && (button?.right ?? 0) >= row.getBoundingClientRect().right - 2
      )
    }),
  )
  expect(places).toEqual(places.map(() => true))
})

test('the button for all filters is at the end of their row', async ({ page }) => {
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/classes')
    const button = await page.getByText('All filters', { exact: true }).boundingBox()
    const field = await page.getByLabel('Sort by').boundingBox()
    expect([button?.y, button?.height]).toEqual([field?.y, field?.height])
    const grid = await page.locator('.card-grid').boundingBox()
    expect(right(button)).toBeCloseTo(right(grid), 0)
  }
})

test('a phone has two filters beside each other, unless letters are large', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/classes?level=beginner')
  const readTops = async () => {
    const boxes = [await page.getByLabel('Level').boundingBox(), await page.getByLabel('Month').boundingBox()]
    return boxes.map((box) => Math.round(box?.y ?? 0))
  }
  const [level, month] = await readTops()
  expect(month).toBe(level)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const [first, second] = await readTops()
  expect(second).toBeGreaterThan(first ?? 0)
})

test('title and price of a card are of one size, and most titles are one line', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/classes')
  const cards = await page.locator('.print').evaluateAll((all) =>
    all.slice(4).map((card) => {
      const [title, price] = ['.print-title', '.print-price'].map((part) => card.querySelector(part))
      const size = (it: Element | null | undefined) => it && getComputedStyle(it).fontSize
      return { sizes: [size(title), size(price)], height: title?.getBoundingClientRect().height ?? 0 }
    }),
  )
  for (const { sizes } of cards) expect(sizes[0]).toBe(sizes[1])
  const [one] = cards.map(({ height }) => height).toSorted((a, b) => a - b)
  expect(cards.filter(({ height }) => height < 1.5 * (one ?? 0)).length).toBeGreaterThan(0.9 * cards.length)
})

test('the whole form of a registration is on the first screen, and its button on a phone’s', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/signup')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Login' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(main.getByRole('button', { name: 'Register' })).toBeInViewport({ ratio: 1 })
})

test('what a password needs leaves room at the end of its line on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/signup')
  const line = page.getByText('a capital letter')
  const [text, room] = await line.evaluate((it) => {
    const range = document.createRange()
    range.selectNodeContents(it)
    return [range.getBoundingClientRect(), it.getBoundingClientRect()].map(({ width, height }) => ({ width, height }))
  })
  expect(text?.height).toBeLessThan(24)
  expect(text?.width).toBeLessThan(0.95 * (room?.width ?? 0))
})

test('a place that all dates of a class have is said once', async ({ page, application }) => {
  const { call } = await demoCalls(application, 'student')
  const classes = await call(api.listApprovedClasses, { query: {} })
  const harbour = classes.find(({ className }) => className === 'Night Harbour')
  await page.goto(harbour ? toClassPath(harbour) : '/')
  await expect(page.locator('.class-date')).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Show map of Ferry Quay' })).toHaveCount(1)
})

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const bottom = (box: Box | null) => Math.round((box?.y ?? 0) + (box?.height ?? 0))
const right = (box: Box | null) => (box?.x ?? 0) + (box?.width ?? 0)

test('text and foot of a page have one line at their left, also beside its title, and pictures run from margin to margin', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/pages/about')
  const main = page.getByRole('main')
  const text = await main.locator('.rich-text p').first().boundingBox()
  const link = await page.getByRole('contentinfo').getByRole('link', { name: 'Best Classes' }).boundingBox()
  expect(text?.x).toBeCloseTo(link?.x ?? 0, 0)
  expect(text?.width).toBeLessThanOrEqual(42 * 16)
  const picture = await main.locator('.rich-text img').first().boundingBox()
  expect([picture?.x, picture?.width]).toEqual([40, 1360])
  const line = await main.getByText('A small school by the harbour').boundingBox()
  const title = await main.getByRole('heading', { level: 1 }).boundingBox()
  expect(line?.x).toBeCloseTo(text?.x ?? 0, 0)
  expect(line?.y).toBeLessThan(bottom(title))
  expect((picture?.y ?? 0) - ((text?.y ?? 0) + (text?.height ?? 0))).toBeGreaterThanOrEqual(40)
  const second = await main.locator('.rich-text img').nth(1).boundingBox()
  expect([second?.x, second?.width]).toEqual([40, 1360])
  expect((second?.width ?? 0) / (second?.height ?? 1)).toBeCloseTo(21 / 9, 1)
  await page.setViewportSize({ width: 768, height: 1024 })
  const section = await main.locator('.prose-section').first().boundingBox()
  expect((await main.locator('.rich-text img').first().boundingBox())?.width).toBe(section?.width)
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await main.locator('.rich-text img').first().boundingBox())?.width).toBe(390 - 32)
})
