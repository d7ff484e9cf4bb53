import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { asDemo } from './demo-people.ts'
import { test as base, expect, haveOwnApplication, withPictures } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { EMBEDDED } from './provider.ts'
import { openUplink, type Uplink } from './slow-uplink.ts'
import { createLargePhoto, createPhoto, drop } from './test-photos.ts'

const test = base.extend<{ uplink: Uplink }>({
  uplink: async ({ browserName: _ }, use) => {
    const uplink = await openUplink()
    await use(uplink)
    await uplink.close()
  },
  proxy: ({ uplink }, use) => use({ server: uplink.address }),
})

test.use(withPictures)
haveOwnApplication()

const add = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Add Class' })
const problems = (page: Page) => page.getByRole('main').getByRole('alert')
const sent = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: ': sent' })

async function open(page: Page): Promise<void> {
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/add-class')
  await expect(page.getByLabel('Instructor Name')).toHaveValue('Ingrid Solheim')
}

/** Counts the uploads from now on. */
function countUploads(page: Page): () => number {
  let uploads = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/images')) uploads++
  })
  return () => uploads
}

async function fill(page: Page, name: string, seats: string, price: string): Promise<void> {
  await page.getByLabel('Class Name').fill(name)
  await page.getByLabel('Available Seats').fill(seats)
  await page.getByLabel('Price').fill(price)
}

test('a class is added with its picture, which is uploaded once although other fields are wrong', async ({
  page,
  expectedErrors,
  messages,
}) => {
  test.slow()
  await open(page)
  const uploads = countUploads(page)
  await expect(page.getByLabel('Instructor Email')).toHaveValue('instructor@demo.school')
  for (const label of ['Instructor Name', 'Instructor Email']) await expect(page.getByLabel(label)).not.toBeEditable()
  await expect(page.getByLabel('Instructor Name')).toHaveCSS('border-top-width', '0px')
  await expect(page.getByText('JPEG, PNG, WebP, AVIF or HEIC.')).toHaveCount(1)
  await expect(problems(page)).toHaveCount(0)
  await add(page).click()
  const missing = ['photo is required', 'name is required', 'seats is required', 'price is required']
  await expect(problems(page)).toHaveText(missing)
  await expectNoViolations(page)

  await page.getByLabel('Class Image').setInputFiles(await createPhoto('night.jpg'))
  await expect(page.getByRole('img', { name: 'Chosen: night.jpg' })).toBeVisible()
  await expect(problems(page)).toHaveText(missing.slice(1))
  await expect(sent(page)).toContainText(/^night\.jpg, [\d.]+ KB: sent$/)
  await fill(page, 'Grain', '2.5', '0.49')
  const seats = 'seats must be a whole number from 0 to 10,000'
  await expect(problems(page)).toHaveText([seats, 'price must be at least $0.50'])
  await page.getByLabel('Available Seats').fill('10001')
  await page.getByLabel('Price').fill('19.999')
  await expect(problems(page)).toHaveText([seats, 'price is unclear: write 19999.00 or 19.99'])
  await fill(page, 'Grain', '6', '19,99')
  await expect(problems(page)).toHaveCount(0)
  await expect(page.getByText('Shown as $19.99')).toBeVisible()
  await expectNoViolations(page)
  await expectToFit(page)

  expectedErrors.push('503')
  const busy = { statusCode: 503, code: 'UNAVAILABLE', error: 'Service Unavailable', message: 'Not just now.' }
  await page.route('**/api/class/add', (route) => route.fulfill({ status: 503, json: busy }), { times: 1 })
  await add(page).click()
  await expect(problems(page)).toHaveText(['Not just now.'])
  await add(page).click()
  await expect(page).toHaveURL('/dashboard/my-class')
  await expect.poll(() => messages.join()).toContain('Item added successfully')
  await expect(page.getByRole('link', { name: 'Add a date' })).toHaveAttribute(
    'href',
    /^\/dashboard\/dates\/[0-9a-f-]{36}\/new$/,
  )
  expect(uploads()).toBe(1)
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText(/^1Grain6\$19\.990pendingWaits for an admin's decision\.no feedback/)
  await expect(row.locator('img')).toHaveJSProperty('complete', true)
  expect(await row.locator('img').evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
})

test('the fields of a class are in groups with headings, and a screen begins with those that are required', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page)
  const fields = [
    ['Picture', 'Class Image'],
    ['Picture', 'Alternative text'],
    ['What it is', 'Class Name'],
    ['Seats and price', 'Available Seats'],
    ['Seats and price', 'Cancellation terms'],
    ["On the class's page All of this is optional.", 'Description'],
    ['Instructor', 'Instructor Email'],
  ] as const
  for (const [group, label] of fields)
    await expect(page.getByRole('group', { name: group, exact: true }).getByLabel(label)).toHaveCount(1)
  for (const label of ['Class Name', 'Available Seats', 'Price'])
    await expect(page.getByLabel(label)).toBeInViewport({ ratio: 1 })
})

test('the places of further pictures are small, and on a phone the button takes the whole line', async ({ page }) => {
  await open(page)
  const places = page.locator('.further-images .image-drop')
  await expect(places).toHaveCount(2)
  const measure = () => places.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().toJSON() as DOMRect))
  const [second, third] = await measure()
  expect(second?.width).toBeLessThanOrEqual(220)
  expect(second?.width).toBe(third?.width)
  expect(second?.top).toBe(third?.top)
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await add(page).boundingBox())?.width).toBe(358)
  await expect(page.getByRole('main')).not.toContainText('Markdown')
  const last = page.getByRole('main').locator('form :is(input, textarea)').last()
  await expect(last).toHaveAccessibleName('Instructor Email')
  const tools = page.getByRole('group', { name: 'Formatting' }).first().getByRole('button')
  const sizes = await tools.evaluateAll((all) =>
    all.map(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]),
  )
  expect([...new Set(sizes.map(String))]).toEqual(['43,44'])
  // A rule would be a second one below that of a section.
  await expect(page.locator('.form-actions')).toHaveCSS('border-top-width', '0px')
})

test('a file that is not accepted is refused immediately, and the earlier picture stays', async ({ page }) => {
  await open(page)
  const field = page.getByLabel('Class Image')
  const uploads = countUploads(page)
  await field.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('pdf') })
  await expect(problems(page)).toContainText(["We can't read this picture."])
  const broken = Buffer.from('\xff\xd8\xff no picture at all', 'latin1')
  await field.setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: broken })
  await expect(problems(page)).toContainText(["We can't read this picture."])
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  const status = page.getByRole('main').getByRole('status').filter({ hasText: '.jpg' })
  await expect(status).toHaveText('broken.jpg, 21 bytes: not sent')
  await field.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('pdf') })
  await expect(problems(page)).toHaveText([
    "notes.pdf: We can't read this picture. Choose a JPEG, PNG, WebP, AVIF or HEIC file.",
  ])
  await expect(status).toHaveCount(0)
  expect(uploads()).toBe(0)
  await field.setInputFiles(await createPhoto('good.jpg'))
  await expect(sent(page)).toContainText('good.jpg')
  await field.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('pdf') })
  await expect(problems(page)).toContainText(["We can't read this picture."])
  await expect(sent(page)).toContainText('good.jpg')
})

test('a dropped picture shows its upload progress; a broken connection is reported, and trying again works', async ({
  page,
  uplink,
  expectedErrors,
}) => {
  test.slow()
  expectedErrors.push('ERR_')
  await open(page)
  await fill(page, 'Dropped', '3', '45')
  uplink.stall()
  await drop(page, { on: page.getByLabel('Class Image') }, await createLargePhoto('large.png'))
  const progress = page.getByRole('progressbar', { name: 'Sending the picture' })
  const share = () => progress.evaluate((it: HTMLProgressElement) => it.value)
  await expect.poll(share).toBeGreaterThan(0)
  expect(await share()).toBeLessThan(1)
  await add(page).click()
  // A click whose submission begins after the cut would send the picture again.
  await expect(add(page)).toHaveAttribute('aria-busy', 'true')
  uplink.cut()
  const lost = "Can't reach the server. Check your connection and try again."
  await expect(problems(page)).toHaveText([lost])
  await expect(page.getByRole('img', { name: 'Chosen: large.png' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/add-class')
  uplink.mend()
  await page.getByRole('button', { name: 'Try again to send the picture' }).click()
  await expect(sent(page)).toContainText('large.png')
  await add(page).click()
  await expect(page).toHaveURL('/dashboard/my-class')
  await expect(page.getByRole('row').filter({ hasText: 'Dropped' })).toContainText('$45.00')
})

test('an upload can be stopped, and another picture chosen', async ({ page, uplink }) => {
  await open(page)
  uplink.stall()
  await page.getByLabel('Class Image').setInputFiles(await createLargePhoto('first.png'))
  await page.getByRole('button', { name: 'Cancel first.png' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('img', { name: /^Chosen/ })).toHaveCount(0)
  uplink.mend()
  await page.getByLabel('Class Image').setInputFiles(await createPhoto('second.jpg'))
  await expect(sent(page)).toContainText('second.jpg')
})

test('leaving an unsaved form asks first, whichever way the user leaves', async ({ page }) => {
  await open(page)
  await page.getByLabel('Class Name').fill('Half an idea')
  const question = page.getByRole('dialog').filter({ hasText: 'Leave without saving?' })
  const away = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Class' })
  await away.click()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('Class Name')).toHaveValue('Half an idea')
  await page.getByRole('button', { name: 'LogOut' }).click()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('Class Name')).toHaveValue('Half an idea')
  await away.click()
  await question.getByRole('button', { name: 'Yes, leave' }).click()
  await expect(page).toHaveURL('/dashboard/my-class')
})

test('Back, pressed twice, shows one question, and shows it again at the next press', async ({ page }) => {
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/my-class')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Add a Class' }).click()
  await page.getByLabel('Class Name').fill('Half an idea')
  const question = page.getByRole('dialog').filter({ hasText: 'Leave without saving?' })
  for (const answer of ['Stay here', 'Yes, leave']) {
    for (let press = 0; press < 2; press++) {
      await page.evaluate(() => {
        const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
        history.back()
        return popped.then(() => undefined)
      })
      await expect(question).toBeVisible()
      await expect(page).toHaveURL('/dashboard/add-class')
    }
    await expect(page.getByLabel('Class Name')).toHaveValue('Half an idea')
    await question.getByRole('button', { name: answer }).click()
    await expect(question).toBeHidden()
  }
  await expect(page).toHaveURL('/dashboard/my-class')
})

test('a draft outlasts the end of the session, until its instructor saves or discards it', { tag: EMBEDDED }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('401')
  await open(page)
  await fill(page, 'Kept Words', '6', '19.99')
  await page.getByLabel('Description').fill('All of **it**')
  await page.getByLabel('Class Image').setInputFiles(await createPhoto('night.jpg'))
  await expect(sent(page)).toContainText('night.jpg')
  await page.getByLabel('Class Name').fill('Kept Words')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.setItem('token', 'ended'))
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page).toHaveURL('/login')
  await open(page)
  await expect(page.getByText("We've kept what you typed. Choose the image again.")).toBeVisible()
  await expect(page.getByLabel('Class Name')).toHaveValue('Kept Words')
  await expect(page.getByLabel('Price')).toHaveValue('19.99')
  await expect(page.getByLabel('Description')).toHaveValue('All of **it**')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByLabel('Class Name')).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('Instructor Name')).toHaveValue('Ingrid Solheim')
  await expect(page.getByLabel('Class Name')).toHaveValue('')
  await expect(page.getByText("We've kept what you typed.")).toHaveCount(0)
})
