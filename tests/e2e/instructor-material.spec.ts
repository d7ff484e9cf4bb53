import type { Locator, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { expectNoViolations } from './accessibility.ts'
import { asDemo, becomeDemo, demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test, withPictures } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { createPhoto } from './test-photos.ts'

test.use(withPictures)
haveOwnApplication()

const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const text = (page: Page) => page.getByLabel('Text', { exact: true })
const problems = (page: Page) => page.getByRole('main').getByRole('alert')
const preview = (page: Page) => page.getByRole('complementary', { name: 'As students see it' })
const links = (part: Locator) => part.getByRole('listitem').getByRole('link')

async function open(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/my-class')
  await page.getByRole('button', { name: `More ${name}` }).click()
  await page.getByRole('link', { name: `Material ${name}` }).click()
  await expect(preview(page)).toBeVisible()
}

async function waitForReload(page: Page): Promise<void> {
  const read = page.waitForResponse(
    (response) => response.url().endsWith('/material') && response.request().method() === 'GET',
  )
  await save(page).click()
  expect((await read).ok()).toBe(true)
}

test('material is written with ordered links, and students see it as in the preview', async ({
  page,
  application,
  messages,
}) => {
  test.slow()
  const student = await demoCalls(application, 'student')
  const enrolled = await student.call(api.listEnrolledClasses, { query: { email: student.email } })
  const mine = enrolled.find(({ instructorEmail }) => instructorEmail === 'instructor@demo.school')
  if (!mine) throw new Error('the demo’s student learns nothing from the demo’s instructor')
  await asDemo(page, 'instructor')
  await open(page, mine.className)
  await text(page).fill('Bring boots.\n\nBring boots.\n\nAnd a **thermos**.')
  for (let links = await page.getByRole('button', { name: /^Remove link/ }).count(); links > 0; links--)
    await page.getByRole('button', { name: 'Remove link 1' }).click()
  await page.getByRole('button', { name: 'Add a link' }).click()
  await save(page).click()
  await expect(problems(page)).toHaveText(['label is required', 'must be an https address'])
  await page.getByLabel('Label of link 1').fill('Tides')
  await page.getByLabel('URL of link 1').fill('http://example.org/tides')
  await expect(problems(page)).toHaveText(['must be an https address'])
  await expect(links(preview(page))).toHaveCount(0)
  await page.getByLabel('URL of link 1').fill('https://example.org/tides')
  await page.getByRole('button', { name: 'Add a link' }).click()
  await page.getByLabel('Label of link 2').fill('Weather')
  await page.getByLabel('URL of link 2').fill('example.org/weather')
  await page.getByRole('button', { name: 'Move up link 2' }).click()
  await expect(page.getByLabel('Label of link 1')).toHaveValue('Weather')
  await expect(page.getByLabel('URL of link 1')).toHaveValue('https://example.org/weather')
  await expect(page.getByRole('button', { name: 'Move up link 1' })).toBeDisabled()
  const paragraphs = ['Bring boots.', 'Bring boots.', 'And a thermos.']
  await expect(preview(page).getByRole('region').getByRole('paragraph')).toHaveText(paragraphs)
  await expect(links(preview(page))).toHaveText(['Weather', 'Tides'])
  const list = { name: 'Lenses.txt', mimeType: 'text/plain', buffer: Buffer.from('35 mm') }
  await page.getByLabel('Add files').setInputFiles([list, await createPhoto('Pier.jpg')])
  await expect(preview(page).getByRole('img', { name: 'Pier' })).toBeVisible()
  await expectNoViolations(page)
  await expectToFit(page)
  await waitForReload(page)
  await expect.poll(() => messages.join()).toContain('Updated SuccessFully')

  await becomeDemo(page, 'student')
  await page.goto(`/dashboard/class/${mine.classId}`)
  const material = page.getByRole('region', { name: 'Material' })
  await expect(material.getByRole('paragraph')).toHaveText(paragraphs)
  await expect(material.getByRole('strong')).toHaveText('thermos')
  await expect(links(material)).toHaveText(['Lenses.txt', 'Weather', 'Tides'])
  await expect(material.getByRole('img', { name: 'Pier' })).toBeVisible()
  const saving = page.waitForEvent('download')
  await material.getByRole('link', { name: 'Lenses.txt' }).click()
  expect((await saving).suggestedFilename()).toBe('Lenses.txt')
})

test('of two tabs, the one that saves later sees both versions and loses nothing', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push('409')
  await asDemo(page, 'instructor')
  await open(page, 'Pier in the Fog')
  const other = await context.newPage()
  await other.goto(page.url())
  await text(other).fill('Meet at the pier.')
  await waitForReload(other)
  await other.close()

  await text(page).fill('Meet at the lighthouse.')
  await save(page).click()
  await expect(problems(page)).toHaveText([/^Someone changed this material while you were editing\. Nothing is lost/])
  const choice = page.getByRole('group', { name: 'Text: mine or theirs' })
  await expect(choice.getByLabel('Keep mine: Meet at the lighthouse.')).toBeChecked()
  await choice.getByLabel('Take theirs: Meet at the pier.').check()
  await expect(text(page)).toHaveValue('Meet at the pier.')
  await choice.getByLabel('Keep mine: Meet at the lighthouse.').check()
  await expectNoViolations(page)
  await waitForReload(page)
  await expect(choice).toHaveCount(0)
  await page.reload()
  await expect(text(page)).toHaveValue('Meet at the lighthouse.')
})

test('leaving unsaved material asks first; leaving saved material does not', async ({ page }) => {
  await asDemo(page, 'instructor')
  await open(page, 'Forest Without a Path')
  await text(page).fill('Where we meet.')
  await page.getByRole('link', { name: 'Back' }).click()
  const question = page.getByRole('dialog').filter({ hasText: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(text(page)).toHaveValue('Where we meet.')
  await waitForReload(page)
  await expect(save(page)).not.toHaveAttribute('aria-busy', 'true')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/dashboard/my-class')
})
