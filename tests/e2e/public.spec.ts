import { expectNoViolations } from './accessibility.ts'
import { expect, test, withPictures } from './fixtures.ts'
import { overflow } from './overflow.ts'

test.use(withPictures)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('all classes are shown, with prices, seats and instructors', async ({ page }) => {
    await page.goto('/classes')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Night Harbour', exact: true })).toBeVisible()
    await expect(main.getByText('$149.00').first()).toBeVisible()
    await expect(main.getByRole('link', { name: 'Tomás Herrera' }).first()).toBeVisible()
    await expect(main.getByRole('button', { name: /^Select/ })).toHaveCount(24)
  })

  test('the search for classes is a form', async ({ page }) => {
    await page.goto('/classes')
    const main = page.getByRole('main')
    await page.getByLabel('Search classes').fill('harbour')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(/\/classes\?q=harbour&/)
    await expect(main.getByRole('status')).toHaveText('1 class found')
    await expect(main.getByRole('heading', { name: 'Night Harbour', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Remove “harbour”' }).click()
    await expect(main.getByRole('status')).toHaveText('24 classes')
  })

  test('classes that are chosen are compared side by side', async ({ page }) => {
    await page.goto('/classes')
    const compare = page.getByRole('button', { name: 'Compare classes' })
    await expect(compare).toBeHidden()
    for (const name of ['Night Harbour', 'Reading Negatives'])
      await page.getByRole('checkbox', { name: `Compare ${name}`, exact: true }).check()
    await compare.click()
    await expect(page).toHaveURL(/\/compare\?class=[^&]+&class=[^&]+$/)
    const table = page.getByRole('table', { name: 'Classes side by side' })
    await expect(table.getByRole('columnheader')).toHaveText(['Night Harbour', 'Reading Negatives'])
    await expect(table.getByRole('row', { name: 'Price' }).getByRole('cell').first()).toHaveText('$149.00')
    await expect(table.getByRole('row', { name: 'Place' }).getByRole('cell').last()).toHaveText('Red Lamp Darkroom')
  })
})

test('the chosen theme shows from the first paint on', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  const toggle = page.getByRole('button', { name: 'Toggle theme' }).first()
  await expect(toggle).toHaveAccessibleDescription('Light theme')
  await toggle.click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(toggle).toHaveAccessibleDescription('Dark theme')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.goto('/classes', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a browser that blocks the storage shows the pages', async ({ page }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get })
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Next testimonials' })).toBeEnabled()
  await page.getByRole('link', { name: 'Classes', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Night Harbour', exact: true })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' }).first()).toBeVisible()
})

test('a sold-out class cannot be selected, also where it is compared with others', async ({ page }) => {
  await page.goto('/classes')
  const select = page.getByRole('button', { name: 'Select Your First Darkroom Print' })
  await expect(select).toBeDisabled()
  const names = ['Your First Darkroom Print', 'Night Harbour', 'Reading Negatives']
  for (const name of names) await page.getByRole('checkbox', { name: `Compare ${name}`, exact: true }).check()
  await page.getByRole('button', { name: 'Compare classes' }).click()
  await expect(page.getByRole('table').getByRole('columnheader')).toHaveText(
    names.slice(1).toSpliced(1, 0, names[0] ?? ''),
  )
  await expect(select).toBeDisabled()
  await expectNoViolations(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await overflow(page)).page).toBe(0)
})

test('navigation calls the API, not the page’s loader over HTTP', async ({ page }) => {
  await page.goto('/')
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await expect(page.getByRole('button', { name: 'Next testimonials' })).toBeEnabled()
  await page.getByRole('link', { name: 'Classes', exact: true }).first().click()
  await expect(page).toHaveTitle('Photography School | Classes')
  await expect(page.getByRole('heading', { name: 'Night Harbour', exact: true })).toBeVisible()
  expect(calls).toContain('/api/all-classes')
  expect(calls.filter((path) => path.endsWith('.data'))).toEqual([])
})

test('a page that a visitor navigates to is focused at its heading without scrolling, and a reload is not', async ({
  page,
}) => {
  const heading = page.getByRole('main').getByRole('heading', { level: 1 }).first()
  const readScroll = () => page.evaluate(() => window.scrollY)
  await page.goto('/instructors')
  // Until the page is hydrated, the link loads the document.
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()
  const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })
  await terms.scrollIntoViewIfNeeded()
  const before = await readScroll()
  expect(before).toBeGreaterThan(0)
  await terms.click()
  await expect(page).toHaveTitle('Photography School | Terms')
  await expect(heading).toBeFocused()
  await expect(heading).toHaveCSS('outline-style', 'none')
  await page.goBack()
  await expect(page).toHaveTitle('Photography School | Instructors')
  await expect(heading).toBeFocused()
  // A long page may be a little shorter before all of it is laid out.
  expect(await readScroll()).toBeGreaterThan(before / 2)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()
  await page.waitForTimeout(500)
  await expect(page.locator('body')).toBeFocused()
})

test('an unknown path says so, with a link back', async ({ page, expectedErrors }) => {
  expectedErrors.push('404')
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await page.getByRole('link', { name: 'Back to homepage' }).click()
  await expect(page).toHaveURL('/')
})

test('the API documentation lists the calls of each domain in a browser', async ({ page }) => {
  await page.goto('/api/docs')
  await page.getByRole('link', { name: 'payments', exact: true }).click()
  await expect(page.getByText('Holds a seat for 15 minutes')).toBeVisible()
})
