import type { Page } from '@playwright/test'
import { asDemo } from './demo-people.ts'
import { expect, test, withPictures } from './fixtures.ts'

test.use(withPictures)

/** Names that an instructor may have typed and that must not break the page. */
const NAMES = {
  long: 'Unabbreviated'.repeat(15).padEnd(200, '!'),
  emoji: '📷🌅🏔️👩🏽‍🎨'.repeat(12),
  'right-to-left': 'دورة التصوير الفوتوغرافي عند الفجر',
  script: '<script>document.title = "taken over"</script><img src=x onerror="document.title = \'taken over\'">',
}

interface OnWire {
  className: string
  classImage: string
  instructorName: string
  seats: number
}

/** Opens the classes by navigation, with a changed response of the API. */
async function openClassesWith(page: Page, change: (all: OnWire[]) => OnWire[]): Promise<void> {
  await page.goto('/')
  await page.route('**/api/all-classes?page=1', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response: response, json: change((await response.json()) as OnWire[]) })
  })
  // Until the page is hydrated, the link loads the document, which the server renders without the change.
  await expect(page.getByRole('button', { name: 'Next slide' })).toBeEnabled()
  await page.getByRole('link', { name: 'SEE More Classes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const width of [390, 1440]) {
  test(`names of any kind neither overflow a page of ${width} nor run as scripts`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/classes')
    const readWidths = () =>
      page.locator('.print').evaluateAll((cards) => cards.map((card) => Math.round(card.clientWidth)))
    const expected = await readWidths()
    await openClassesWith(page, (all) =>
      all.map((one, index) => {
        const name = Object.values(NAMES)[index % 4] ?? ''
        return { ...one, className: name, instructorName: name }
      }),
    )
    await expect(page.getByRole('heading', { name: NAMES.emoji }).first()).toBeVisible()
    await expect(page.getByText('<script>').first()).toBeVisible()
    expect(await overflow(page)).toBe(0)
    expect(expected).toHaveLength(24)
    expect(await readWidths()).toEqual(expected)
    await expect(page).toHaveTitle('Photography School | Classes')
  })
}

test('a missing picture shows its placeholder', async ({ page, expectedErrors }) => {
  expectedErrors.push('404', 'ERR_NAME_NOT_RESOLVED', 'ERR_INTERNET_DISCONNECTED')
  const broken = ['/pictures/demo/nothing/640.webp', 'https://nowhere.invalid/picture.jpg', '']
  await openClassesWith(page, (all) =>
    all.slice(0, 3).map((one, index) => ({ ...one, classImage: broken[index] ?? '' })),
  )
  const frames = page.locator('.print-frame')
  await expect(frames.locator('.picture-missing')).toHaveCount(3)
  const [first] = await frames.all()
  const { width = 0, height = 0 } = (await first?.boundingBox()) ?? {}
  expect(width / height).toBeCloseTo(1.5, 1)
})

test('a class is a card with all its facts, three in a row on a large screen, red when it is sold out', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/classes')
  const cards = page.locator('.print')
  const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top))
  expect(tops.filter((top) => top === tops[0])).toHaveLength(3)
  const card = cards.filter({ hasText: 'Night Harbour' })
  for (const text of ['Tomás Herrera', '$149.00', 'Available seats']) await expect(card).toContainText(text)
  await expect(card.getByRole('img', { name: 'Photo: Night Harbour' })).toBeVisible()
  const readRed = (name: string) =>
    cards.filter({ hasText: name }).evaluate((sold) => {
      const [red = 0, green = 0, blue = 0] =
        getComputedStyle(sold)
          .backgroundColor.match(/[\d.]+/g)
          ?.map(Number) ?? []
      return red > 2 * Math.max(green, blue)
    })
  expect(await readRed('Your First Darkroom Print')).toBe(true)
  expect(await readRed('Night Harbour')).toBe(false)
})

test('the classes show as a contact sheet where the visitor has chosen it, also after a reload', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/classes')
  const countInRow = () =>
    page
      .locator('.print')
      .evaluateAll((all) => all.filter((it) => it.getBoundingClientRect().top === all[0]?.getBoundingClientRect().top))
      .then((row) => row.length)
  await page.getByRole('button', { name: 'Contact sheet' }).click()
  expect(await countInRow()).toBe(6)
  await page.reload()
  expect(await countInRow()).toBe(6)
  await expect(page.getByRole('button', { name: 'Select Night Harbour' })).toBeEnabled()
  await page.getByRole('button', { name: 'Cards' }).click()
  expect(await countInRow()).toBe(3)
})

test('pictures are loaded in the size that is shown, and only when they are near the screen', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image' && request.url().startsWith('http'))
      loaded.push(new URL(request.url()).pathname)
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/classes')
  await page.waitForLoadState('networkidle')
  const cards = loaded.filter((path) => path.startsWith('/pictures/'))
  expect(cards.length).toBeLessThan(20)
  expect(cards.filter((path) => !path.endsWith('.avif') || path.includes('1600'))).toEqual([])
})

test('what is below the screen is laid out soon, so that an image of the whole page shows it', async ({ page }) => {
  await page.goto('/classes')
  for (const part of [page.locator('.print').last(), page.locator('.page-footer')])
    await expect(part).toHaveCSS('content-visibility', 'visible')
})

test('from the fourth class on, a phone has a small card with its seats and Select on one line', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/classes')
  const card = page.locator('.print:not(.print-sold)').nth(4)
  await expect(card.getByRole('button', { name: /^Select/ })).toBeEnabled()
  // Read at once: cards above are still being laid out.
  const [seats, select] = await card.evaluate((it) =>
    ['dd', '.btn'].map((part) => it.querySelector(part)?.getBoundingClientRect().toJSON() as DOMRect),
  )
  expect(seats?.top).toBeGreaterThan(select?.top ?? Number.NaN)
  expect(seats?.bottom).toBeLessThan(select?.bottom ?? 0)
})

test('on a phone, the button of the waiting list has an edge in the dark theme, and Compare ends where it does', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/classes')
  const sold = page.locator('li:nth-child(n + 4) > .print-sold').first()
  const join = sold.getByRole('button', { name: 'Join the waiting list' })
  await expect(join).toBeEnabled()
  await expect(join).toHaveCSS('border-bottom-color', 'rgba(255, 241, 238, 0.3)')
  const edges = await sold.evaluate((card) =>
    ['.compare-choice', '.btn + .btn'].map((part) =>
      Math.round(card.querySelector(part)?.getBoundingClientRect().right ?? 0),
    ),
  )
  expect(edges[0]).toBe(edges[1])
})

test('See Class opens the classes of that instructor only', async ({ page }) => {
  await page.goto('/instructors')
  await page.getByRole('link', { name: 'See Class of Tomás Herrera' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Classes by Tomás Herrera')
  const names = await page.locator('.print').allTextContents()
  expect(names.length).toBeGreaterThan(1)
  expect(names.filter((text) => !text.includes('Tomás Herrera'))).toEqual([])
  await page.reload()
  await expect(page.locator('.print')).toHaveCount(names.length)
  await page.getByRole('link', { name: 'All classes' }).click()
  await expect(page.locator('.print')).toHaveCount(24)
})

test('a long name of an instructor fits on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/instructors')
  await page.route('**/api/instructor/*/page', async (route) => {
    const response = await route.fetch()
    const { instructor, ...rest } = await response.json()
    await route.fulfill({ response, json: { instructor: { ...instructor, name: 'N'.repeat(60) }, ...rest } })
  })
  // Until the page is hydrated, the link loads the document, which the server renders without the change.
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()
  await page.getByRole('main').getByText('Tomás Herrera', { exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^Classes by N{60}$/ })).toBeVisible()
  expect(await overflow(page)).toBe(0)
})

for (const role of ['instructor', 'admin'] as const) {
  test(`an ${role} cannot select a class`, async ({ page }) => {
    await asDemo(page, role)
    await page.goto('/classes')
    await expect(page.getByRole('button', { name: 'Select Winter Dunes' })).toBeDisabled()
    await expect(page.getByRole('button', { name: /^Select/, disabled: false })).toHaveCount(0)
  })
}

test('offline, a page not yet visited leaves the current one as it is, and opens once online', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push('ERR_INTERNET_DISCONNECTED', 'Error loading route module', 'Failed to fetch dynamically')
  await page.goto('/contact')
  // Until the page is hydrated, the link loads the document.
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Instructors', exact: true }).first().click()
  const message = page
    .getByRole('status')
    .filter({ hasText: "You're offline. The page opens when you are online again." })
  await expect(message).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Instructors' })).toBeVisible()
})

test('a page that cannot be loaded says so and offers to try again', async ({ page, expectedErrors }) => {
  expectedErrors.push('ERR_FAILED')
  await page.goto('/contact')
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()
  await page.route('**/api/instructors', (route) => route.abort())
  await page.getByRole('link', { name: 'Instructors', exact: true }).first().click()
  await expect(page.getByRole('alert')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('link', { name: 'Back to homepage' })).toBeVisible()
  await page.unroute('**/api/instructors')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Instructors' })).toBeVisible()
})
