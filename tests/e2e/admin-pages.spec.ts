import { api } from '../../contract/api.ts'
import { expectNoViolations } from './accessibility.ts'
import { expectBeside } from './dashboard-pages.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test, withPictures } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { createPhoto } from './test-photos.ts'

test.use(withPictures)

haveOwnApplication()

test('an admin writes a page with a picture, previews, publishes and places it, and visitors read it', async ({
  page,
  browser,
  baseURL,
}) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/pages')
  await page.getByRole('link', { name: 'Add a page' }).click()
  const item = page.getByRole('list', { name: 'Pages' }).getByRole('listitem').filter({ hasText: 'Our studio' })
  const form = page.getByRole('form', { name: 'Add a page' })
  await expect(form).toBeVisible()
  await expectToFit(page)

  await form.getByLabel('Title').fill('Our studio')
  await expect(form.getByLabel('Slug')).toHaveValue('our-studio')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('text is required')).toBeVisible()
  await form.getByLabel('Text').fill('# Light\n\nWindows to the **north** at ')
  await form.getByRole('button', { name: '{address} insert', exact: true }).click()
  await page.keyboard.type('.')
  await expect(form.getByLabel('Text')).toHaveValue('# Light\n\nWindows to the **north** at {address}.')
  await form.getByText('Add a picture').click()
  await form.getByLabel('Picture', { exact: true }).setInputFiles(await createPhoto('studio.jpg'))
  await form.getByLabel('Description of the picture').fill('An empty studio')
  await form.getByRole('button', { name: 'Add to the text' }).click()
  const preview = form.getByRole('region', { name: 'Preview' })
  // As it is pasted from another program.
  await form.getByLabel('Summary').fill('Where we work,\nand drink tea')
  await form.getByLabel('Summary').press('Enter')
  await expect(form.getByLabel('Summary')).toHaveValue('Where we work,\nand drink tea')
  await expect(preview).toContainText('Our studioWhere we work, and drink tea')
  await expect(preview.getByRole('heading', { name: 'Light' })).toBeVisible()
  await expect(preview.getByRole('img', { name: 'An empty studio' })).toBeVisible()
  await expectNoViolations(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(preview).toBeHidden()
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(preview).toBeVisible()
  await expect(form.getByLabel('Text')).toBeHidden()
  await expectNoViolations(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await form.getByLabel('In the menu').check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(item).toContainText('Draft: only admins see it.')

  const visitor = await browser.newPage({ baseURL })
  expect((await visitor.goto('/pages/our-studio'))?.status()).toBe(404)
  await page.getByRole('button', { name: 'Publish Our studio', exact: true }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Our studio' }).first()).toBeVisible()
  await visitor.goto('/')
  await visitor.getByRole('banner').getByRole('link', { name: 'Our studio' }).first().click()
  await expect(visitor).toHaveTitle('Photography School | Our studio')
  await expect(visitor.getByRole('main').getByRole('img', { name: 'An empty studio' })).toBeVisible()
  await expect(visitor.getByRole('main')).toContainText('Where we work, and drink tea')
  await expectNoViolations(visitor)
  await expectToFit(visitor)
  await visitor.close()

  await page.getByRole('button', { name: 'Delete Our studio' }).click()
  await expect(page.getByRole('dialog')).toContainText('Our studio')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(item).toHaveCount(0)
})

test('the preview of a long text is no taller than the screen, the settings of the page are below the variables, and the tools are equal', async ({
  page,
}) => {
  await asDemo(page, 'admin')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/dashboard/pages/new')
  const form = page.getByRole('form', { name: 'Add a page' })
  await form.getByLabel('Text').fill(`# Studio\n\n${'- a lamp\n'.repeat(20)}\n# Darkroom\n\n${'- a tray\n'.repeat(20)}`)
  const preview = form.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('listitem')).toHaveCount(40)
  await expectNoViolations(page)
  expect(await preview.evaluate((pane) => getComputedStyle(pane, '::after').backgroundImage)).toContain('gradient')
  await expectBeside(form.getByLabel('Title'), form.getByLabel('Slug'))
  const measureEnd = async (label: string) => {
    const box = await form.getByLabel(label).boundingBox()
    return (box?.x ?? 0) + (box?.width ?? 0)
  }
  expect(await measureEnd('Summary')).toBe(await measureEnd('Slug'))
  await preview.focus()
  await page.keyboard.press('End')
  await expect(preview.getByRole('listitem').last()).toBeInViewport()
  const places = await form.evaluate((element) => {
    const readBox = (selector: string) => element.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
    const [source, pane, variables, place] = [
      '.markdown-source',
      '.page-preview',
      '.text-variables',
      '.page-place',
    ].map(readBox)
    const tools = [...element.querySelectorAll('.markdown-tools button')].map((tool) => tool.clientWidth)
    return { source, pane, variables, place, tools }
  })
  const { source, pane, variables, place, tools } = places
  expect(pane?.height).toBeLessThan(800)
  const area = await form.getByLabel('Text').boundingBox()
  const above = await form.locator('.markdown-tools').boundingBox()
  expect((area?.height ?? 0) + (above?.height ?? 0)).toBeCloseTo(pane?.height ?? 0, -1)
  expect(pane?.bottom).toBeLessThanOrEqual(source?.bottom ?? 0)
  expect((place?.top ?? 0) - (variables?.bottom ?? 0)).toBeLessThan(80)
  expect(place?.right).toBeLessThanOrEqual(source?.right ?? 0)
  expect(new Set(tools).size).toBe(1)
})

test('several pictures chosen at once come into the text one after the other, each with its description', async ({
  page,
}) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/pages/new')
  const form = page.getByRole('form', { name: 'Add a page' })
  await form.getByText('Add a picture').click()
  const status = form.getByRole('status').filter({ hasText: /: sent$/ })
  const more = form.getByText(/^Then \d more/)
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Not a picture.') }
  const photos = await Promise.all(['one.jpg', 'two.jpg', 'three.jpg'].map(createPhoto))
  await form.getByLabel('Picture', { exact: true }).setInputFiles([notes, ...photos])
  await expect(form.getByRole('alert')).toContainText('notes.txt: ')
  await expect(status).toContainText('one.jpg')
  await expect(more).toHaveText('Then 2 more pictures.')
  await form.getByLabel('Description of the picture').fill('The first')
  await form.getByRole('button', { name: 'Add to the text' }).click()
  await expect(status).toContainText('two.jpg')
  await expect(more).toHaveText('Then 1 more picture.')
  await expect(form.getByLabel('Description of the picture')).toHaveValue('')
  await form.getByRole('button', { name: 'Remove two.jpg' }).click()
  await expect(status).toContainText('three.jpg')
  await expect(more).toHaveCount(0)
  await form.getByLabel('Description of the picture').fill('The third')
  await form.getByRole('button', { name: 'Add to the text' }).click()
  await expect(form.getByLabel('Text')).toHaveValue(/^!\[The first\]\(\S+\)\s+!\[The third\]\(\S+\)$/)
  await expect(form.getByRole('button', { name: 'Add to the text' })).toBeDisabled()
})

test('words are formatted by buttons and keys, which undo takes back, and dropped and pasted pictures come into the text', async ({
  page,
}) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/pages/new')
  const text = page.getByLabel('Text')
  await text.pressSequentially('our studio')
  await page.keyboard.press('Shift+Control+ArrowLeft')
  await page.keyboard.press('Control+b')
  await expect(text).toHaveValue('our **studio**')
  await page.getByRole('button', { name: 'Section' }).click()
  await expect(text).toHaveValue('# our **studio**')
  await expect(text).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue('our **studio**')
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 12))
  await page.keyboard.press('Control+k')
  await expect(text).toHaveValue('our **[studio](https://)**')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const photo = await createPhoto('wall.jpg')
  await page.keyboard.press('Control+End')
  await text.evaluate(
    (area, { bytes, name }) => {
      const paste = (clipboardData: DataTransfer) =>
        area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      const photo = new File([Uint8Array.from(bytes)], name, { type: 'image/jpeg' })
      const words = new DataTransfer()
      words.setData('text/plain', 'words of which a word processor copies a picture too')
      words.items.add(photo)
      paste(words)
      const data = new DataTransfer()
      data.items.add(photo)
      data.items.add(new File(['Not a picture.'], 'notes.txt', { type: 'text/plain' }))
      paste(data)
    },
    { bytes: [...photo.buffer], name: photo.name },
  )
  await expect(text).toHaveValue(/studio\]\(https:\/\/\)\*\*\n\n!\[\]\(\S+\)$/)
  await expect(page.getByText('notes.txt: ')).toBeVisible()
  await page.keyboard.type('The wall')
  await expect(text).toHaveValue(/!\[The wall\]\(\S+\)$/)
})

test('the second of two admins who edit the terms loses nothing, and an earlier version can be restored', async ({
  page,
  browser,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push('409 (Conflict)')
  await asDemo(page, 'admin')
  await page.goto('/dashboard/pages')
  await page.getByRole('link', { name: 'Edit Terms' }).click()
  const form = page.getByRole('form', { name: 'Edit Terms' })
  await form.getByLabel('Text').fill('My terms.')
  await form.getByLabel('Reviewed').check()

  const context = await browser.newContext({ baseURL })
  const other = await context.newPage()
  await asDemo(other, 'admin')
  await other.goto('/dashboard/pages')
  await other.getByRole('link', { name: 'Edit Terms' }).click()
  await other.getByLabel('Text').fill('Their terms.')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('form', { name: 'Edit Terms' })).toHaveCount(0)
  await context.close()

  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert').first()).toContainText('Nothing is lost')
  await expect(form.getByLabel('Text')).toHaveValue('My terms.')
  await expect(form.getByText('Their terms.')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)

  const item = page.getByRole('list', { name: 'Pages' }).getByRole('listitem').filter({ hasText: '/terms' })
  await expect(item).toContainText('Reviewed.')
  await item.getByRole('button', { name: 'Versions' }).click()
  const versions = page.getByRole('list', { name: 'Versions of Terms' }).getByRole('listitem')
  await expect(versions).toHaveCount(3)
  await versions.nth(1).getByRole('button', { name: 'View' }).click()
  await expect(versions.nth(1).getByRole('region')).toContainText('Their terms.')
  await expectNoViolations(page)
  await versions.nth(2).getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(versions).toHaveCount(4)
  await expect(item).toContainText('Not reviewed yet.')
  await page.goto('/terms')
  await expect(page.getByRole('heading', { name: 'Classes and seats' })).toBeVisible()
})

test('whether a page is published is at the head of its form', async ({ page }) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/pages/new')
  const [published, title] = await Promise.all([
    page.getByRole('checkbox', { name: 'Published' }).boundingBox(),
    page.getByLabel('Title').boundingBox(),
  ])
  expect(published?.y).toBeLessThan(title?.y ?? 0)
  expect(Math.abs((published?.x ?? 0) - (title?.x ?? Number.NaN))).toBeLessThan(4)
})

test('the text of a page has short names for its pictures, which are neither stored nor copied', async ({
  page,
  application,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { call } = await demoCalls(application, 'admin')
  const read = async () => (await call(api.listPages)).find(({ slug }) => slug === 'about')?.text ?? ''
  const stored = await read()
  const addresses = stored.match(/\/pictures\/\S+\.webp/g) ?? []
  expect(addresses.map(({ length }) => length > 100)).toEqual([true, true])
  await asDemo(page, 'admin')
  await page.goto('/dashboard/pages')
  await page.getByRole('link', { name: 'Edit About' }).click()
  const form = page.getByRole('form', { name: 'Edit About' })
  const text = form.getByLabel('Text')
  const shown = addresses.reduce((all, address, index) => all.replace(address, `picture-${index + 1}`), stored)
  await expect(text).toHaveValue(shown)
  await expect(form.getByRole('region', { name: 'Preview' }).getByRole('img')).toHaveCount(2)

  await text.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' See picture-3.')
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 10))
  await page.keyboard.press('Control+b')
  await expect(text).not.toHaveValue(`${shown} See picture-3.`)
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue(`${shown} See picture-3.`)

  await page.keyboard.press('Control+End')
  const { buffer, name } = await createPhoto('wall.jpg')
  await text.evaluate(
    (area, { bytes, file }) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(bytes)], file, { type: 'image/jpeg' }))
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    },
    { bytes: [...buffer], file: name },
  )
  // A name that the text has is not given to a picture.
  await expect(text).toHaveValue(`${shown} See picture-3.\n\n![](picture-4)`)
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue(`${shown} See picture-3.`)
  await page.keyboard.press('Control+Shift+z')
  await expect(text).toHaveValue(`${shown} See picture-3.\n\n![](picture-4)`)

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+x')
  await expect(text).toHaveValue('')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/ See picture-3\.\n\n!\[\]\(\/pictures\/\S{60,}\.webp\)$/)
  expect(copied.startsWith(`${stored} See`)).toBe(true)
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue(`${shown} See picture-3.\n\n![](picture-4)`)

  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  expect(await read()).toBe(copied)
})
