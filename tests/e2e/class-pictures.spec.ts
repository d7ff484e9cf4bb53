import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { createExif, insertExif } from '../../testing/exif.ts'
import { expectNoViolations } from './accessibility.ts'
import { haveApproved } from './admin.ts'
import { asDemo } from './demo-people.ts'
import { expect, haveOwnApplication, test, withPictures } from './fixtures.ts'
import { copyPicture, createExposed, createPhoto, drop } from './test-photos.ts'

test.use(withPictures)
haveOwnApplication()

const problems = (page: Page) => page.getByRole('main').getByRole('alert')
const status = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /: (not )?sent$/ })
const field = (page: Page) => page.getByLabel('Class Image')
const exposure = (page: Page) => page.getByRole('textbox', { name: 'Exposure' })

async function open(page: Page): Promise<void> {
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/add-class')
  await expect(page.getByLabel('Instructor Name')).toHaveValue('Ingrid Solheim')
}

test('the exposure is that of the picture, unless it was typed', async ({ page }) => {
  await open(page)
  await exposure(page).focus()
  await page.keyboard.press('Tab')
  await field(page).setInputFiles(await createExposed('first.jpg', 8))
  await expect(exposure(page)).toHaveValue('f/8')
  await field(page).setInputFiles(await createExposed('second.jpg', 4))
  await expect(exposure(page)).toHaveValue('f/4')
  await field(page).setInputFiles(await createPhoto('scan.jpg'))
  await expect(status(page)).toContainText('scan.jpg')
  await expect(exposure(page)).toHaveValue('')
  await field(page).setInputFiles(await createExposed('third.jpg', 2.8))
  await expect(exposure(page)).toHaveValue('f/2.8')
  await page.getByRole('button', { name: 'Remove third.jpg' }).click()
  await expect(exposure(page)).toHaveValue('')

  await page.route('**/api/images', async (route) => {
    await exposure(page).pressSequentially('pinhole')
    await route.continue()
  })
  await field(page).setInputFiles(await createExposed('fourth.jpg', 5.6))
  await expect(status(page)).toContainText('fourth.jpg')
  await expect(exposure(page)).toHaveValue('pinhole')
  await page.getByRole('button', { name: 'Remove fourth.jpg' }).click()
  await expect(exposure(page)).toHaveValue('pinhole')
})

test('the exposure of the stored picture comes back with it', async ({ page, application }) => {
  await haveApproved(application, 'Kept Light', { exposure: 'ISO 100 · f/11' })
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/my-class')
  await page.getByRole('link', { name: 'Edit Kept Light' }).click()
  await expect(exposure(page)).toHaveValue('ISO 100 · f/11')
  await field(page).setInputFiles(await createPhoto('plain.jpg'))
  await expect(status(page)).toContainText('plain.jpg')
  await expect(exposure(page)).toHaveValue('')
  await page.getByRole('button', { name: 'Keep the old one plain.jpg' }).click()
  await expect(exposure(page)).toHaveValue('ISO 100 · f/11')
})

test('a picture that is refused for good is not sent again', async ({ page, expectedErrors }) => {
  expectedErrors.push('415')
  await open(page)
  let uploads = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/images')) uploads++
  })
  const { buffer } = await createExposed('half.jpg', 8)
  await field(page).setInputFiles({
    name: 'half.jpg',
    mimeType: 'image/jpeg',
    buffer: buffer.subarray(0, buffer.length - 200),
  })
  const incomplete = 'This picture is incomplete: the end of its file is missing. Copy or export it again.'
  await expect(problems(page)).toHaveText([incomplete])
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.getByLabel('Class Name').fill('Half')
  await page.getByLabel('Available Seats').fill('3')
  await page.getByLabel('Price').fill('45')
  const add = page.getByRole('main').getByRole('button', { name: 'Add Class' })
  for (let press = 0; press < 2; press++) await add.click()
  await expect(problems(page)).toHaveText([incomplete])
  await expect(field(page)).toBeFocused()
  expect(uploads).toBe(1)
  await field(page).setInputFiles({ name: 'whole.jpg', mimeType: 'image/jpeg', buffer: buffer.subarray(0, -2) })
  await expect(status(page)).toContainText('whole.jpg')
})

test('a JPEG is taken for what it is, whatever its name and type', async ({ page }) => {
  await open(page)
  for (const [name, mimeType] of [
    ['IMG_1.HEIC', 'image/heic'],
    ['a.jpg', 'image/pjpeg'],
    ['b.jpg', 'application/octet-stream'],
  ] as const) {
    const { buffer } = await createExposed(name, 8)
    await field(page).setInputFiles({ name, mimeType, buffer })
    await expect(status(page)).toContainText(`${name}, `)
    await expect(problems(page)).toHaveCount(0)
  }
  const buffer = await sharp((await createPhoto('print.jpg')).buffer)
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer()
  await field(page).setInputFiles({ name: 'print.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByText('This picture has the colors of print (CMYK).')).toBeVisible()
  await expect(problems(page)).toHaveCount(0)
})

test('a HEIC of a phone is taken, and shown as soon as it is sent', async ({ page }) => {
  await open(page)
  await field(page).setInputFiles('testing/phone.heic')
  await expect(status(page)).toContainText('phone.heic')
  await expect(exposure(page)).toHaveValue('ISO 64 · f/1.8 · 1/120 s · 06:40')
  await expect(page.getByText('This picture is only 200 pixels wide')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Chosen: phone.heic' })).toHaveAttribute('src', /\/pictures\//)
})

test('of several dropped pictures the first is taken, and the user reads so; a picture of a page is not a file', async ({
  page,
}) => {
  await open(page)
  await drop(page, { on: field(page) })
  await expect(problems(page)).toHaveText(['That is not a file. Save the picture on your device, then choose it here.'])
  await drop(page, { on: field(page) }, await createExposed('one.jpg', 8), await createExposed('two.jpg', 4))
  await expect(status(page)).toContainText('one.jpg')
  await expect(page.getByText('One picture at a time: only one.jpg was taken.')).toBeVisible()
  await expectNoViolations(page)
  await copyPicture(page)
  await field(page).focus()
  await page.keyboard.press('Control+V')
  await expect(status(page)).toContainText('image.png')
  await expect(page.getByText('One picture at a time')).toHaveCount(0)
})

test('a picture that is dropped or pasted beside the field is taken, and the form stays', async ({ page }) => {
  await open(page)
  await page.getByLabel('Class Name').fill('Beside')
  await drop(page, { on: page.getByRole('heading', { level: 1 }) }, await createExposed('beside.jpg', 8))
  await expect(status(page)).toContainText('beside.jpg')
  await copyPicture(page)
  await page.getByLabel('Class Name').focus()
  await page.keyboard.press('Control+V')
  await expect(status(page)).toContainText('image.png')
  await expect(page.getByLabel('Class Name')).toHaveValue('Beside')
})

test('a focal point is set by a click and by keys, and the page of the class keeps it in view', async ({
  page,
  application,
}) => {
  await haveApproved(application, 'Kept in View')
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/my-class')
  await page.getByRole('link', { name: 'Edit Kept in View' }).click()
  await field(page).setInputFiles(await createPhoto('panorama.jpg'))
  await expect(status(page)).toContainText('panorama.jpg')
  const group = page.getByRole('group', { name: 'Focal point', exact: true })
  const [left, top] = [group.getByLabel('From the left'), group.getByLabel('From the top')]
  await expect(left).toBeHidden()
  const mark = page.locator('.focus-target').first()
  await expect(mark).toHaveCSS('opacity', '0')
  await group.locator('summary').press('Enter')
  await expect(mark).toHaveCSS('opacity', '1')
  await expect(left).toHaveValue('50')
  const picture = page.getByRole('button', { name: 'Choose the focal point', exact: true })
  const box = (await picture.boundingBox()) ?? { width: 0, height: 0 }
  await picture.click({ position: { x: box.width * 0.2, y: box.height * 0.9 } })
  await expect(left).toHaveValue('20')
  await expect(top).toHaveValue('90')
  await expect(page.getByText('Focal point: 20 % from the left, 90 % from the top')).toHaveRole('status')
  await top.press('ArrowUp')
  await expect(top).toHaveValue('91')
  await left.press('Home')
  await expect(left).toHaveValue('0')
  await page.getByLabel('Alternative text', { exact: true }).fill('A pier in fog')
  await page.getByRole('textbox', { name: 'Caption' }).fill('The pier at dawn')
  await page.getByLabel('Second picture', { exact: true }).setInputFiles(await createPhoto('gull.jpg'))
  const second = page.getByRole('group', { name: 'Focal point of the second picture' })
  await second.locator('summary').press('Enter')
  await second.getByLabel('From the top').press('Home')
  await page.getByLabel('Alternative text of the second picture').fill('A gull')
  await page.getByLabel('Third picture', { exact: true }).setInputFiles(await createPhoto('crest.jpg'))
  // On the picture itself, not on its input, which a click in the picture must not open.
  const onThird = page.getByRole('button', { name: 'Choose the focal point of the third picture' })
  await drop(page, { on: onThird }, await createPhoto('ridge.jpg'))
  // The notes on a picture that was sent move the fields below.
  await expect(page.getByRole('status').filter({ hasText: 'ridge.jpg' })).toContainText(': sent')
  const third = page.getByRole('group', { name: 'Focal point of the third picture' })
  await third.locator('summary').press('Enter')
  await third.getByLabel('Show the whole picture, such as a panorama').check()
  await expect(onThird).toHaveCount(0)
  await expect(third.getByLabel('From the left')).toHaveCount(0)
  await page.getByLabel('Alternative text of the third picture').fill('A ridge')
  await expectNoViolations(page)
  await page.getByRole('main').getByRole('button', { name: 'Update Class' }).click()
  await expect(page).toHaveURL(/my-class/)
  await page.goto('/classes')
  await page.getByRole('main').getByRole('link', { name: 'Kept in View', exact: true }).click()
  const shown = page.getByRole('img', { name: 'A pier in fog' }).first()
  await expect(shown).toHaveCSS('object-position', '0% 90%')
  await expect(page.getByText('The pier at dawn')).toBeVisible()
  await expect(page.getByRole('img', { name: 'A gull' })).toHaveCSS('object-position', '50% 0%')
  await expect(page.getByRole('img', { name: 'A ridge' })).toHaveCSS('object-fit', 'contain')
})

test('a picture of more than 20 MB is made smaller before it is sent, and keeps its exposure', async ({ page }) => {
  await open(page)
  const [width, height] = [1200, 600]
  const grey = await sharp({ create: { width, height, channels: 3, background: 'grey' } })
    .jpeg()
    .toBuffer()
  // Comments of 64 KB: the file is large, and quick to decode.
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(0xfffd)])
  const jpeg = Buffer.concat([grey.subarray(0, 2), ...Array.from({ length: 330 }, () => comment), grey.subarray(2)])
  expect(jpeg.length).toBeGreaterThan(20 * 1024 * 1024)
  const buffer = insertExif(jpeg, createExif({ FNumber: { rational: [8, 1] } }, 6))
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/images'))
  // The page looks at each of its frames, since the test may come too late.
  const shrinking = page.waitForFunction(() => document.querySelector('[aria-label="Making the picture smaller"]'))
  await field(page).setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer })
  await shrinking
  const response = await answer
  await expect(status(page)).toContainText('large.jpg')
  await expect(exposure(page)).toHaveValue('f/8')
  // It was lying on its side.
  expect((await response.json()).data).toMatchObject({ width: 600, height: 1200 })
})
