import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { api } from '../../contract/api.ts'
import { expectNoViolations } from './accessibility.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test, withPictures } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { createExposed } from './test-photos.ts'

test.use(withPictures)
haveOwnApplication()

const frame = (page: Page) => page.locator('.viewer-frame')
const remarks = (page: Page) => page.getByRole('list', { name: 'Remarks' }).getByRole('listitem')
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const stageWidth = (page: Page) =>
  frame(page)
    .locator('.viewer-stage')
    .evaluate((stage) => stage.getBoundingClientRect().width)

type Place = { x: number; y: number }

/** Returns the middle of the picture, and a function that sends what fingers do. */
async function touch(page: Page) {
  const box = await frame(page).boundingBox()
  const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  const cdp = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: Place[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: places.map((place, id) => ({ ...place, id })) })
  return { middle, send }
}

/** Touches a mark that goes while the finger moves out of the picture, as marks do that are arranged again. */
async function leaveFromMark(page: Page): Promise<void> {
  const { middle, send } = await touch(page)
  const mark = await frame(page).evaluateHandle((picture) => {
    const element = document.createElement('div')
    element.style.cssText = 'position: absolute; inset: 0'
    picture.append(element)
    return element
  })
  await send('touchStart', middle)
  await send('touchMove', { ...middle, x: middle.x + 30 })
  await mark.evaluate((element) => element.remove())
  await send('touchMove', { x: middle.x, y: 8 })
  await send('touchEnd')
}

/** Moves two fingers apart in the picture. */
async function pinch(page: Page, factor: number): Promise<void> {
  const touched = await touch(page)
  const { x, y } = touched.middle
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: number[]) =>
    touched.send(type, ...places.map((by) => ({ x: x + by, y })))
  await send('touchStart', -40, 40)
  for (let step = 1; step <= 4; step++) {
    const by = 40 * (1 + ((factor - 1) * step) / 4)
    await send('touchMove', -by, by)
  }
  await send('touchEnd')
}

async function waitForPicture(page: Page): Promise<void> {
  const picture = frame(page).locator('img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}

/** Returns what is recorded from then on: each picture that has come, and each request for remarks. */
function recordLoading(page: Page): string[] {
  const loaded: string[] = []
  page.on('requestfinished', (request) => {
    if (/\/private-pictures\/.*\/(?!100$)\d+$/.test(request.url())) loaded.push('picture')
  })
  page.on('request', (request) => {
    if (request.url().endsWith('/remarks')) loaded.push('remarks')
  })
  return loaded
}

test('the first screen has the whole picture and its tools, and on a phone the tools are one line', async ({
  page,
}) => {
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/critique')
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Long Exposure at Sea'])
  const prints = page.getByRole('table', { name: 'Long Exposure at Sea' }).locator('.picture')
  const [first, second] = [await prints.nth(0).boundingBox(), await prints.nth(1).boundingBox()]
  expect(second).toMatchObject({ y: first?.y, width: first?.width })
  expect(first?.width).toBeGreaterThan(300)
  await page.getByRole('table').getByRole('link').first().click()
  await waitForPicture(page)
  await expect(remarks(page)).not.toHaveCount(0)
  const picture = page.getByRole('region', { name: 'Picture', exact: true })
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1280, height: 720 },
    { width: 1024, height: 800 },
  ]) {
    await page.setViewportSize(viewport)
    await expect(frame(page)).toBeInViewport({ ratio: 1 })
    for (const name of ['Pin', 'Zoom in', 'Fit', 'Full screen'])
      await expect(picture.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Release' })).toBeInViewport({ ratio: 1 })
    // The picture fills the height or the width of its frame, up to a line of pixels.
    const [shown, around] = [await frame(page).locator('.viewer-stage').boundingBox(), await frame(page).boundingBox()]
    const [down, across] = [(around?.height ?? 0) - (shown?.height ?? 0), (around?.width ?? 0) - (shown?.width ?? 0)]
    expect(Math.min(down, across)).toBeLessThan(2)
    // Where the screen is high enough, it fills both, so that the surround is equal on all sides; else the frame ends where the screen does.
    const end = (around?.y ?? 0) + (around?.height ?? 0)
    if (viewport.width === 1440) expect(Math.max(down, across)).toBeLessThan(2)
    if (viewport.width === 1440) expect(around?.width).toBeGreaterThan(940)
    if (viewport.width === 1280) expect(viewport.height - end).toBeLessThan(48)
  }
  // The menu of the dashboard is folded, and opens from the line of the title.
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeHidden()
  await click(page, 'Dashboard menu')
  await expect(
    page.getByRole('dialog', { name: 'Dashboard menu' }).getByRole('link', { name: 'Critique' }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 768, height: 1024 })
  const middles = await picture
    .locator('.viewer-bar')
    .getByRole('button')
    .evaluateAll((all) =>
      all.map((it) => it.getBoundingClientRect()).map(({ y, height }) => Math.round(y + height / 2)),
    )
  expect(new Set(middles).size).toBe(1)
  await page.setViewportSize({ width: 390, height: 844 })
  const tools = picture.locator('.viewer-tools').getByRole('button')
  const tops = await tools.evaluateAll((all) => all.map((tool) => tool.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  await click(page, 'More tools')
  await page.getByLabel('Surround').selectOption('Black')
  await expect(frame(page)).toHaveCSS('background-color', 'rgb(0, 0, 0)')
})

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
  // The author stands above their remarks, once.
  await expect(remarks(page).locator('.edge-print')).toHaveCount(1)
  await page.keyboard.press('c')
  await frame(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'The suggested crop' }).first()).toBeVisible()
  await click(page, 'Save draft')
  await expect(remarks(page)).toHaveCount(before + 2)
  await page.keyboard.press('Escape')
  await frame(page).locator('[data-remark]').last().locator('.mark-number').click()
  await expect(remarks(page).last()).toHaveAttribute('data-selected', 'true')
  const pinned = remarks(page)
    .nth(-2)
    .getByRole('button', { name: /Pin center/ })
  await pinned.click()
  const number = /^\d+/.exec((await pinned.textContent()) ?? '')?.[0] ?? 'none'
  await expect(frame(page).locator('.mark-selected .mark-number')).toHaveText(number)
  await page.keyboard.press('h')
  await expect(frame(page).locator('[data-remark]')).toHaveCount(0)
  await expectNoViolations(page)
  await click(page, 'Release')
  await expect(page.getByText(/remarks released to/)).toBeVisible()
  await expect(remarks(page).last()).not.toContainText('draft')
  const here = page.url()
  await page.keyboard.press('n')
  await expect(page).not.toHaveURL(here)
  const next = page.url()
  // At once, while the page is still the one before.
  await page.keyboard.press('n')
  await expect(page).not.toHaveURL(next)
  await page.keyboard.press('p')
  await expect(page).toHaveURL(next)
})

test('the list shows the picture of each submission that waits, which opens it', async ({ page }) => {
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/critique')
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first()
  const picture = row.locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await picture.click()
  await expect(page).toHaveURL(/\/dashboard\/submission\//)
  await waitForPicture(page)
})

test('the pictures that wait fill every row of the list, whatever their number', async ({ page, application }) => {
  const { call } = await demoCalls(application, 'instructor')
  const queue = await call(api.listCritiqueQueue)
  await asDemo(page, 'instructor')
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const count of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const json = Array.from({ length: count }, (_, at) => ({ ...queue[0], _id: `waiting ${at}` }))
    await page.route('**/api/critique/queue*', async (route) => {
      await route.fulfill({ response: await route.fetch(), json })
    })
    await page.goto('/dashboard/critique')
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
    await expect(rows).toHaveCount(count)
    const end = await page.getByRole('table').evaluate((it) => it.getBoundingClientRect().right)
    const last = await rows.last().evaluate((it) => it.getBoundingClientRect().right)
    expect(last, `${count} pictures`).toBeCloseTo(end, 0)
    const [print, cell] = [rows.last().locator('.picture'), rows.last().getByRole('cell').first()]
    const [printWidth, cellWidth] = await Promise.all([print, cell].map((it) => it.evaluate((box) => box.clientWidth)))
    expect(printWidth).toBe(cellWidth)
  }
})

test('of many remarks, those in one place are one mark that zooms in, and the list has the others behind a button', async ({
  page,
  application,
}) => {
  const instructor = await demoCalls(application, 'instructor')
  const id = (await instructor.call(api.listCritiqueQueue)).at(-1)?._id ?? ''
  const { pictures } = await instructor.call(api.getSubmission, { params: { id } })
  const params = { id: pictures[0]?.versions[0]?._id ?? '' }
  for (let number = 1; number <= 105; number++)
    await instructor.call(api.addRemark, {
      params,
      body: { kind: 'pin', geometry: { x: 0.5, y: 0.5 }, text: `Remark ${number}` },
    })
  await asDemo(page, 'instructor')
  const loaded = recordLoading(page)
  await page.goto(`/dashboard/submission/${id}`)
  await waitForPicture(page)
  await expect(remarks(page)).toHaveCount(100)
  expect(loaded.slice(0, 2)).toEqual(['picture', 'remarks'])
  await click(page, 'Show all 105 remarks')
  await expect(remarks(page)).toHaveCount(105)
  await expect(page.getByRole('button', { name: /^Show all/ })).toHaveCount(0)
  const fit = await stageWidth(page)
  const cluster = frame(page).locator('[data-cluster]')
  await expect(cluster).toContainText('×105')
  await cluster.locator('.mark-number').click()
  await expect.poll(() => stageWidth(page)).toBeCloseTo(fit * 2, 0)
  await expect(cluster).toContainText('×104')
  await expect(remarks(page).first()).toHaveAttribute('data-selected', 'true')
})

test('the remarks are there although the picture does not come, and one that is made before is among them', async ({
  page,
  application,
}) => {
  const instructor = await demoCalls(application, 'instructor')
  const waiting = (await instructor.call(api.listCritiqueQueue)).at(-4)
  await asDemo(page, 'instructor')
  await page.route(/\/private-pictures\//, () => {})
  await page.clock.install()
  await page.goto(`/dashboard/submission/${waiting?._id}`)
  await expect(frame(page)).toBeVisible()
  const none = page.getByText('No remarks on this picture yet.')
  await expect(none).toHaveCount(0)
  await page.clock.fastForward(10_000)
  await expect(none).toBeVisible()
  await page.reload()
  await click(page, 'Pin')
  await frame(page).click()
  await page.getByLabel('Text of the remark').fill('Sent first.')
  await click(page, 'Save draft')
  await expect(remarks(page).filter({ hasText: 'Sent first.' })).toHaveCount(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('zooming keeps the picture in its frame, and the wheel zooms at the pointer', async ({ page }) => {
  await asDemo(page, 'student')
  await page.goto('/dashboard/briefs')
  await page.getByRole('link', { name: /Read the critique|Open/ }).click()
  await waitForPicture(page)
  const width = () => stageWidth(page)
  const fit = await width()
  await frame(page).hover()
  await page.mouse.wheel(0, -400)
  await expect.poll(width).toBeGreaterThan(fit * 1.5)
  await page.keyboard.press('0')
  await expect.poll(width).toBeCloseTo(fit, 0)
  await page.keyboard.press('1')
  await expect.poll(width).toBeCloseTo(1600, 0)
  await page.keyboard.press('2')
  await expect.poll(width).toBeCloseTo(3200, 0)
  const left = () =>
    frame(page)
      .locator('.viewer-stage')
      .evaluate((stage) => stage.getBoundingClientRect().left)
  const before = await left()
  await frame(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeCloseTo(before - 80, 0)
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe('viewer')
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
  await page.getByLabel('Surround').selectOption('Black')
  await expect(frame(page)).toHaveCSS('background-color', 'rgb(0, 0, 0)')
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
  await page.keyboard.press('[')
  await expect(strip.nth(-2)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press(']')
  await expect(strip.last()).toHaveAttribute('aria-current', 'true')
  await waitForPicture(page)
  const next = page.getByRole('button', { name: 'Add the next version' })
  await next.focus()
  await page.locator('input[type="file"]:not([multiple])').setInputFiles(await createExposed('c.jpg', 11))
  await expect(page.getByRole('combobox', { name: 'Version' })).toContainText('Version 2')
  await expect(next).toBeFocused()
  const earlier = page.getByRole('button', { name: 'Move earlier' })
  await earlier.press('Enter')
  await expect(strip.nth(-2)).toHaveAttribute('aria-current', 'true')
  await expect(earlier).toBeFocused()
  await page.getByRole('button', { name: 'Move later' }).press('Enter')
  await expect(strip.last()).toHaveAttribute('aria-current', 'true')
  await expect(earlier).toBeFocused()
  await page.getByRole('combobox', { name: 'Version' }).selectOption('Version 2')
  await expect(page.getByText('f/11')).toBeVisible()
  await page.getByLabel('Compare with').selectOption('Version 1')
  await expect(page.getByRole('slider', { name: 'Before and after' })).toBeVisible()
  await expectNoViolations(page)
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a finger looks and scrolls the page until marking is chosen, and a tap makes a pin then', async ({
    page,
    application,
  }) => {
    const instructor = await demoCalls(application, 'instructor')
    // The tests above put remarks on the last two.
    const waiting = (await instructor.call(api.listCritiqueQueue)).at(-3)
    await asDemo(page, 'instructor')
    await page.goto(`/dashboard/submission/${waiting?._id}`)
    await waitForPicture(page)
    await expect(page.getByRole('button', { name: 'Look', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await expect(frame(page)).toHaveCSS('touch-action', 'pan-y')
    await frame(page).tap()
    await expect(page.getByLabel('Text of the remark')).toHaveCount(0)
    const fit = await stageWidth(page)
    await leaveFromMark(page)
    await pinch(page, 2)
    await expect.poll(() => stageWidth(page)).toBeCloseTo(fit * 2, 0)
    await click(page, 'Fit')
    await page.getByRole('button', { name: 'Pin', exact: true }).tap()
    await frame(page).tap()
    await expect(page.getByLabel('Text of the remark')).toBeVisible()
    await expect(frame(page).locator('[data-remark="draft"]')).toHaveCount(1)
  })
})
