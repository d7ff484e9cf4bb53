import { expect, type Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { toClassPath } from '../../contract/slug.ts'
import { demoCalls } from './demo-people.ts'
import { test, withPictures } from './fixtures.ts'
import { haveAccount, logIn, PASSWORD } from './student.ts'

test.use(withPictures)

/** The Select button of the first date. */
const select = (page: Page) => page.getByRole('button', { name: 'Select Moonrise over the Ridge' }).first()

/** Opens the page of a class from its card. */
async function openFromCard(page: Page): Promise<void> {
  await page.goto('/classes')
  await page.getByRole('img', { name: 'Photo: Moonrise over the Ridge' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Moonrise over the Ridge' })).toBeVisible()
  await expect(page).toHaveURL(/\/classes\/moonrise-over-the-ridge-[0-9a-f-]{36}$/)
}

test('a visitor opens a class from its card, logs in, comes back to its Select button and selects two seats', async ({
  page,
  messages,
}) => {
  const email = await haveAccount(page)
  await page.context().clearCookies()
  await openFromCard(page)
  await expect(page).toHaveTitle('Photography School | Moonrise over the Ridge')
  const url = page.url()
  await select(page).click()
  await page.getByRole('button', { name: 'Go to Login' }).click()
  await logIn(page, email, PASSWORD)
  await expect(page).toHaveURL(url)
  await expect(select(page)).toBeFocused()
  const seats = page.getByLabel('Seats', { exact: true })
  const date = page.getByRole('listitem').filter({ has: seats }).first()
  await date.getByLabel('Seats', { exact: true }).selectOption('2')
  const chosen = date.getByRole('button', { name: /^Select/ })
  const [number, button] = [await seats.first().boundingBox(), await chosen.boundingBox()]
  expect([number?.y, number?.height]).toEqual([button?.y, button?.height])
  await chosen.click()
  await expect.poll(() => messages.join()).toContain('Select the class successfully!')
  await expect(select(page)).toBeDisabled()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Classes' }).click()
  await expect(page).toHaveURL('/classes')
  await page.goto('/dashboard/my-selected-class')
  await expect(page.getByText(/^2 seats: \$\d+\.00$/)).toBeVisible()
  await page.getByRole('link', { name: 'Pay Moonrise over the Ridge' }).click()
  await expect(page.getByText(/^2 seats, \$\d+\.00 each$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeEnabled()
})

test('the first screen has a date with its price and Select, and the cancellation terms follow the dates', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openFromCard(page)
  const date = page.locator('.class-date').first()
  await expect(date).toContainText('$142.00')
  await expect(date.getByRole('button', { name: /^Select/ })).toBeInViewport({ ratio: 1 })
  const terms = page.getByText(/^Cancel within 14 days/)
  await expect(terms).toBeVisible()
  const lastDate = await page.locator('.class-date').last().boundingBox()
  expect((await terms.boundingBox())?.y).toBeGreaterThan((lastDate?.y ?? 9999) + (lastDate?.height ?? 0))
})

test('of several dates, the first has the solid Select, and the others an outline', async ({ page }) => {
  await openFromCard(page)
  const buttons = page.locator('.class-date').getByRole('button', { name: /^Select/, disabled: false })
  await expect(buttons).toHaveCount(2)
  const grounds = await buttons.evaluateAll((all) => all.map((it) => getComputedStyle(it).backgroundColor))
  expect(grounds).toEqual(['rgb(27, 25, 22)', 'rgba(0, 0, 0, 0)'])
})

test('the light of a date is folded, and its rain date is shown: a student must have time on both', async ({
  page,
  application,
}) => {
  const { call } = await demoCalls(application, 'student')
  const sea = (await call(api.listApprovedClasses)).find(({ className }) => className === 'Long Exposure at Sea')
  await page.goto(sea ? toClassPath(sea) : '')
  const date = page.locator('.class-date').first()
  const light = date.getByText(/^Golden hour .*, blue hour /).first()
  await expect(date.getByText(/^If it rains: /).first()).toBeVisible()
  await expect(light).toBeHidden()
  await date.getByText('Light', { exact: true }).click()
  await expect(light).toBeVisible()
})

test('the last seats of a date stand out as on the card of its class', async ({ page, application }) => {
  const { call } = await demoCalls(application, 'student')
  const isScarce = ({ seats }: { seats: number }) => seats === 1 || seats === 2
  const chosen = (await call(api.listApprovedClasses)).find(({ runs }) => runs.length > 1 && runs.some(isScarce))
  await page.goto(chosen ? toClassPath(chosen) : '')
  const line = page.locator('.class-date').getByText(/^[12] of \d+ seats left$/)
  await expect(line.first()).toHaveClass(/seats-few/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('price and the way to the dates stay on the screen, whose first one has a date, and the facts are within two', async ({
    page,
  }) => {
    await openFromCard(page)
    const price = page.getByText('$142.00').first()
    const way = await page.getByRole('link', { name: 'Choose a date' }).boundingBox()
    const time = await page.locator('.class-date time').first().boundingBox()
    expect((time?.y ?? 9999) + (time?.height ?? 0)).toBeLessThan(way?.y ?? 0)
    const facts = [
      price,
      page
        .locator('.class-date')
        .first()
        .getByText(/^\d+ of \d+ seats left$/),
    ]
    for (const fact of [...facts, page.getByText('Intermediate'), page.getByText(/^Cancel within 14 days/)]) {
      const box = await fact.boundingBox()
      expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThan(2 * 844)
    }
    for (const place of [page.getByRole('heading', { level: 1 }), page.getByText('providing reliable since 2019')]) {
      await place.scrollIntoViewIfNeeded()
      await expect(page.getByRole('link', { name: 'Choose a date' })).toBeInViewport({ ratio: 1 })
      await expect(price).toBeInViewport({ ratio: 1 })
    }
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await page.getByRole('link', { name: 'Freya Lindqvist', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Freya Lindqvist' })).toBeVisible()
    expect(await overflow()).toBeLessThanOrEqual(0)
  })
})
