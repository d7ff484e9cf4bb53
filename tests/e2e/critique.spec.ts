import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoViolations } from './accessibility.ts'
import { asDemo } from './demo-people.ts'
import { expect, test, withPictures } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { createExposed } from './test-photos.ts'

test.use({ ownApplication: import.meta.filename, ...withPictures })
// In one worker, since each worker starts an application for this file.
test.describe.configure({ mode: 'default' })

const frame = (page: Page) => page.locator('.viewer-frame')
const remarks = (page: Page) => page.getByRole('list', { name: 'Remarks' }).getByRole('listitem')
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function waitForPicture(page: Page): Promise<void> {
  const picture = frame(page).locator('img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}

test('an instructor marks the oldest picture by pointer and by key, and releases the remarks', async ({ page }) => {
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/critique')
  await page.getByRole('table').getByRole('link').first().click()
  await waitForPicture(page)
  await expect(remarks(page)).not.toHaveCount(0)
  const before = await remarks(page).count()
  await click(page, 'Pin')
  await frame(page).click()
  await page.getByLabel('Text of the remark').fill('The eye ends here.')
  await click(page, 'Save draft')
  await expect(remarks(page)).toHaveCount(before + 1)
  await expect(remarks(page).last()).toContainText(/Pin center, .*, draft/)
  await page.keyboard.press('c')
  await frame(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'The suggested crop' }).first()).toBeVisible()
  await click(page, 'Save draft')
  await expect(remarks(page)).toHaveCount(before + 2)
  await page.keyboard.press('Escape')
  await frame(page).locator('[data-remark]').last().locator('.mark-number').click()
  await expect(remarks(page).last()).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('h')
  await expect(frame(page).locator('[data-remark]')).toHaveCount(0)
  await expectNoViolations(page)
  await click(page, 'Release')
  await expect(page.getByText(/remarks released to/)).toBeVisible()
  await expect(remarks(page).last()).not.toContainText('draft')
  const here = page.url()
  await page.keyboard.press('n')
  await expect(page).not.toHaveURL(here)
  await waitForPicture(page)
})

test('zooming keeps the picture in its frame, and the wheel zooms at the pointer', async ({ page }) => {
  await asDemo(page, 'student')
  await page.goto('/dashboard/briefs')
  await page.getByRole('link', { name: /Read the critique|Open/ }).click()
  await waitForPicture(page)
  const width = () =>
    frame(page)
      .locator('.viewer-stage')
      .evaluate((stage) => stage.getBoundingClientRect().width)
  const fit = await width()
  await frame(page).hover()
  await page.mouse.wheel(0, -400)
  await expect.poll(width).toBeGreaterThan(fit * 1.5)
  await page.keyboard.press('0')
  await expect.poll(width).toBeCloseTo(fit, 0)
  await page.keyboard.press('1')
  await expect.poll(width).toBeCloseTo(1600, 0)
})

test('a student on a phone reads the critique, answers it, and hands in pictures with their intents', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await asDemo(page, 'student')
  await page.goto('/dashboard/briefs')
  await page.getByRole('link', { name: /Read the critique|Open/ }).click()
  await waitForPicture(page)
  await expect(remarks(page).filter({ hasText: 'Crop' })).toContainText('76 % of the width')
  await expectToFit(page)
  await page.getByRole('button', { name: 'Answer remark 2' }).click()
  await page.getByLabel('Answer to remark 2').fill('I will try that.')
  await click(page, 'Send answer')
  await expect(page.getByRole('list', { name: 'Answers to remark 2' })).toContainText('I will try that.')
  const strip = page.getByRole('navigation', { name: 'Pictures' }).getByRole('button')
  const before = await strip.count()
  const print = await createExposed('b.jpg', 4)
  print.buffer = await sharp(print.buffer).toColourspace('cmyk').jpeg().toBuffer()
  await page.locator('input[type="file"][multiple]').setInputFiles([await createExposed('a.jpg', 8), print])
  await page.getByLabel('What you wanted with a.jpg').fill('Only fog.')
  await click(page, 'Hand in')
  await expect(page.getByText('Intent is required')).toBeVisible()
  await page.getByLabel('What you wanted with b.jpg').fill('This one failed.')
  await click(page, 'Hand in')
  await expect(strip).toHaveCount(before + 2)
  await expect(page.getByText('b.jpg: This picture has the colors of print (CMYK).')).toBeVisible()
  await strip.last().click()
  await waitForPicture(page)
  await page.locator('input[type="file"]:not([multiple])').setInputFiles(await createExposed('c.jpg', 11))
  await page.getByRole('combobox', { name: 'Version' }).selectOption('Version 2')
  await expect(page.getByText('f/11')).toBeVisible()
  await page.getByLabel('Compare with').selectOption('Version 1')
  await expect(page.getByRole('slider', { name: 'Before and after' })).toBeVisible()
  await expectNoViolations(page)
})
