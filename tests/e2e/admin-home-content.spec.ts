import { expectNoViolations } from './accessibility.ts'
import { asDemo } from './demo-people.ts'
import { expect, haveOwnApplication, test, withPictures } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { createPhoto } from './test-photos.ts'

test.use(withPictures)

haveOwnApplication()

test('an admin adds, moves, edits and deletes slides, and the home page shows them at once', async ({ page }) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/slides')
  const items = page.getByRole('list', { name: 'Slides' }).getByRole('listitem')
  await expect(items).toHaveCount(4)
  await expectToFit(page)

  const form = page.getByRole('form', { name: 'Add a slide' })
  await form.getByLabel('Title').fill('Snow at the pier')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('photo is required')).toBeVisible()
  await form.getByLabel('Picture').setInputFiles(await createPhoto('snow.jpg'))
  await form.getByLabel('Description').fill('Bring gloves.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(items.nth(4)).toContainText('Snow at the pier')

  await page.getByRole('button', { name: 'Up Snow at the pier' }).press('Enter')
  await expect(items.nth(3)).toContainText('Snow at the pier')
  await expect(page.getByRole('button', { name: 'Up Snow at the pier' })).toBeFocused()
  // The whole page fits, because scrolling would change what is dragged.
  await page.setViewportSize({ width: 1440, height: 2600 })
  await items.nth(3).dragTo(items.nth(0))
  await expect(items.nth(0)).toContainText('Snow at the pier')
  await expect(page.getByRole('button', { name: 'Up Snow at the pier' })).toBeDisabled()

  await page.getByRole('button', { name: 'Edit Snow at the pier' }).click()
  await page.getByLabel('Title').fill('Ice at the pier')
  await page.getByRole('button', { name: 'Save' }).click()
  // The form's preview has the title before it is saved; the form for a new slide comes back after it.
  await expect(form).toBeVisible()
  await expect(items.nth(0)).toContainText('Ice at the pier')
  await expect(page.getByRole('button', { name: 'Edit Ice at the pier' })).toBeFocused()
  const readTitles = async () =>
    (await (await page.request.get('/api/sliders')).json()).map((it: { title: string }) => it.title)
  expect((await readTitles())[0]).toBe('Ice at the pier')

  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes.push(request.url())
  })
  await page.getByRole('button', { name: 'Unpublish Ice at the pier' }).dblclick()
  await expect(items.nth(0)).toContainText('Draft')
  expect(changes).toHaveLength(1)
  expect(await readTitles()).not.toContain('Ice at the pier')
  await page.getByRole('button', { name: 'Delete Ice at the pier' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(items).toHaveCount(4)
  await expect(items.nth(0)).toBeFocused()
})

test('an admin adds and edits reviews, and the home page shows them at once', async ({ page }) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/reviews')
  const items = page.getByRole('list', { name: 'Reviews' }).getByRole('listitem')
  await expect(items).toHaveCount(6)
  await expectToFit(page)

  const form = page.getByRole('form', { name: 'Add a review' })
  await form.getByLabel('Title').fill('Solveig Dahl')
  await form.getByLabel('Description').fill('I finally print my own pictures.')
  await form.getByLabel('Consent').fill('by e-mail, 3 May')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(items.nth(6)).toContainText('Consent: by e-mail, 3 May')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Testimonials' }).first()).toContainText('Solveig Dahl')
  await expect(page.getByText('3 May')).toHaveCount(0)
})

test('another row and Cancel ask before they discard what an admin has typed', async ({ page }) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/reviews')
  const edits = page.getByRole('list', { name: 'Reviews' }).getByRole('button', { name: /^Edit/ })
  const role = page.getByLabel('Role')
  const question = page.getByRole('dialog').filter({ hasText: 'Discard your changes?' })
  await page.getByRole('form', { name: 'Add a review' }).getByLabel('Title').fill('Half an idea')
  await edits.first().click()
  await question.getByRole('button', { name: 'Yes, discard them' }).click()
  await expect(page.getByRole('form', { name: /^Edit/ }).locator(':focus')).toHaveCount(1)
  await role.fill('Half a role')
  for (const button of [edits.first(), page.getByRole('button', { name: 'Cancel' })]) {
    await button.click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(role).toHaveValue('Half a role')
  }
  await page.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Yes, discard them' }).click()
  await expect(role).toHaveValue('')
  await expect(edits.first()).toBeFocused()
})

test('without slides and reviews the home page has a calm head, and shows an admin what to add', async ({ page }) => {
  await asDemo(page, 'admin')
  for (const [path, list] of [
    ['/dashboard/slides', 'Slides'],
    ['/dashboard/reviews', 'Reviews'],
  ] as const) {
    await page.goto(path)
    const items = page.getByRole('list', { name: list }).getByRole('listitem')
    await expect(items).not.toHaveCount(0)
    for (let left = await items.count(); left > 0; left--) {
      await items.first().getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Yes, delete it!' }).click()
      await expect(items).toHaveCount(left - 1)
    }
  }
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Welcome' })).toContainText('Photography School')
  await expect(page.getByRole('link', { name: 'Add slides' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add reviews' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Testimonials' })).toHaveCount(0)
  await expectNoViolations(page)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'See our classes' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add slides' })).toHaveCount(0)
})
