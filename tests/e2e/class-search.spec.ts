import { expect, test } from './fixtures.ts'
import { overflow } from './overflow.ts'

test('typing filters the classes and the URL, keeps the focus and reports the number', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const searches: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/all-classes') searches.push(search)
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Next slide' })).toBeEnabled()
  await page.getByRole('link', { name: 'SEE More Classes' }).click()
  const field = page.getByLabel('Search classes')
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toHaveText('24 classes')
  await field.pressSequentially('nigth harbor', { delay: 20 })
  await expect(status).toHaveText('1 class found')
  await expect(page).toHaveURL('/classes?q=nigth+harbor')
  await expect(page).toHaveTitle('Photography School | Classes for “nigth harbor”')
  await expect(field).toBeFocused()
  await expect(page.locator('.print')).toHaveCount(1)
  // The first request is the list's. One key at a time would be twelve more.
  expect(searches.length).toBeLessThan(8)

  await page.getByText('All filters').click()
  await page.getByLabel('Level').selectOption({ value: 'advanced' })
  await expect(page).toHaveURL('/classes?q=nigth+harbor&level=advanced')
  expect((await overflow(page)).page).toBe(0)
  await page.getByRole('link', { name: 'Remove “nigth harbor”' }).press('Enter')
  await expect(page).toHaveURL('/classes?level=advanced')
  await expect(field).toHaveValue('')
  const chip = page.getByRole('link', { name: 'Remove Advanced' })
  await expect(chip).toBeFocused()
  await chip.press('Enter')
  await expect(field).toBeFocused()
  await expect(page).toHaveURL('/classes')
  await expect(page.getByLabel('Level')).toBeVisible()
  await page.getByLabel('Level').selectOption({ value: 'advanced' })
  await expect(page).toHaveURL('/classes?level=advanced')
  await field.fill('no such class anywhere')
  await expect(status).toHaveText('0 classes found')
  await expect(page.getByText('No class matches. Try other words, or remove a filter.')).toBeVisible()
  await page.getByRole('link', { name: 'See all classes' }).click()
  await expect(status).toHaveText('24 classes')
  await expect(page.getByLabel('Level')).toHaveValue('')
  // Typing replaces the URL, so that one step leads back to the link that was followed.
  await page.goBack()
  await expect(field).toHaveValue('no such class anywhere')
})

test('what is typed while a search is under way stays in the field', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/all-classes?*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/classes')
  const field = page.getByLabel('Search classes')
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()
  const search = page.waitForRequest('**/api/all-classes?*')
  await field.pressSequentially('night')
  await search
  await page.waitForTimeout(500)
  await field.pressSequentially(' harbour')
  await expect(field).toHaveValue('night harbour')
  release()
  await expect(page).toHaveURL('/classes?q=night+harbour')
  await expect(field).toHaveValue('night harbour')
})
