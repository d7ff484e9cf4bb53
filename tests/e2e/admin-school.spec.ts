import { expectNoViolations } from './accessibility.ts'
import { asDemo } from './demo-people.ts'
import { expect, haveOwnApplication, test, withPictures } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { createExposed, createPhoto } from './test-photos.ts'

test.use(withPictures)

haveOwnApplication()

test('an admin changes the school, and every page shows it at once', async ({ page, browser, baseURL, messages }) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/school')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Photography School')
  await expect(page.getByLabel('Currency')).toHaveValue('USD')
  await expect(page.getByLabel('Currency')).not.toBeEditable()
  await expectToFit(page)

  await page.getByLabel('Name', { exact: true }).fill('Lens and Light')
  await page.getByLabel('Footer line').fill('Teaching by the harbour')
  await page.getByLabel('Accent color', { exact: true }).fill('#ffee00')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^This color is too light for the light theme/)).toBeVisible()
  await page.getByLabel('Accent color', { exact: true }).fill('#c2410c')
  await page.getByLabel('Logo').setInputFiles(await createPhoto('logo.jpg'))
  await page.getByLabel('Version for the dark theme').setInputFiles(await createExposed('night.jpg', 8))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => messages.join()).toContain('Updated SuccessFully')

  await expect(page).toHaveTitle('Lens and Light | School')
  await expect(page.getByRole('contentinfo')).toContainText('Teaching by the harbour')
  await page.getByRole('contentinfo').hover()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCSS('background-color', 'rgb(194, 65, 12)')
  await expect(page.getByRole('banner').getByRole('img', { name: 'Lens and Light' })).toBeVisible()
  await expectNoViolations(page)

  const shown = page.getByRole('banner').getByRole('img', { name: 'Lens and Light' })
  const light = await shown.getAttribute('src')
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await expect(shown).toHaveCount(1)
  await expect(shown).not.toHaveAttribute('src', light ?? '')
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await expect(shown).toHaveAttribute('src', light ?? '')

  const visitor = await browser.newPage({ baseURL })
  await visitor.goto('/contact')
  await expect(visitor).toHaveTitle('Lens and Light | Contact')
  await visitor.close()

  await page.getByRole('button', { name: 'Remove the logo' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Lens and Light' })).toHaveText('Lens and Light')

  // A public page has the color in its HTML.
  await page.goto('/contact')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'School' }).click()
  await page.getByLabel('Accent color', { exact: true }).fill('#d01f6b')
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await page.getByRole('contentinfo').hover()
  await expect(save).toHaveCSS('background-color', 'rgb(208, 31, 107)')
  await page.getByLabel('Accent color', { exact: true }).fill('')
  await save.click()
  await page.getByRole('contentinfo').hover()
  await expect(save).not.toHaveCSS('background-color', /^rgb\((194|208), /)
})

test('the preview of the look has the name and the accent of the form in both themes, before they are saved', async ({
  page,
}) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/school')
  const preview = page.getByRole('figure', { name: 'Preview' })
  const fills = () => preview.locator('rect').evaluateAll((all) => all.map((it) => it.getAttribute('fill')))
  await page.getByLabel('Name', { exact: true }).fill('Lens and Light')
  await expect(preview.getByText('Lens and Light')).toHaveCount(2)
  expect(await fills()).toEqual(['#1b1916', '#f0a23a'])
  await page.getByLabel('Accent color', { exact: true }).fill('#1d3d5c')
  await expect.poll(async () => (await fills())[0]).toBe('#1d3d5c')
  // The dark theme has a lighter tone, which is seen on its surface.
  expect((await fills())[1]).toMatch(/^#[3-9a-f]/)
  // An accent that cannot be saved is not shown.
  await page.getByLabel('Accent color', { exact: true }).fill('#ffffff')
  await expect.poll(fills).toEqual(['#1b1916', '#f0a23a'])
})

test('links lead to all sections of the settings, on a phone below the title, else beside Save, and keep what is typed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await asDemo(page, 'admin')
  await page.goto('/dashboard/school')
  await page.getByLabel('Phone').fill('555')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await expect(sections.getByRole('link')).toHaveText(['Basics', 'Contact', 'Elsewhere', 'Look', 'Rules', 'Export'])
  for (const title of ['Rules', 'Elsewhere', 'Export', 'Contact']) {
    await sections.getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeInViewport()
  }
  await expect(page.getByLabel('Phone')).toHaveValue('555')
  // Tab continues in the section.
  await sections.getByRole('link', { name: 'Rules' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Rules', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator('#rules :focus')).toHaveCount(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.locator('#look .wide-drop .image-drop').first()).toHaveCSS('height', '96px')
  await expect(sections.getByRole('link')).toHaveCount(6)
  await sections.getByRole('link', { name: 'Rules' }).click()
  await expect(page.getByRole('heading', { name: 'Rules', exact: true })).toBeInViewport()
  const save = await page.getByRole('button', { name: 'Save' }).boundingBox()
  const field = await page.getByLabel('Sign-up').boundingBox()
  expect(save?.x).toBe(field?.x)
  const bar = page.locator('.form-actions')
  const readRule = () => bar.evaluate((it) => getComputedStyle(it, '::before').borderBottomWidth)
  await expect.poll(readRule).toBe('1px')
  // Beside the rule of the next section, it would be a second one.
  await sections.getByRole('link', { name: 'Export' }).click()
  await expect.poll(readRule).toBe('0px')
})

test('an admin exports everything as one file', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/school', async (route) => {
    await released
    await route.continue()
  })
  await asDemo(page, 'admin')
  await page.goto('/dashboard/school')
  await expect(page.getByText('Loading the settings')).toBeAttached()
  // It would move while the form above it comes, and so lose the click.
  await expect(page.getByRole('button', { name: 'Export everything' })).toHaveCount(0)
  release()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export everything' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^school-[\d-]+\.export\.zip$/)
  expect(await download.failure()).toBeNull()
})
