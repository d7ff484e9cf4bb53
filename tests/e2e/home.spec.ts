import type { Page } from '@playwright/test'
import { measureWhiteContrast } from './contrast.ts'
import { expect, test, withPictures } from './fixtures.ts'

test.use({ ...withPictures, contextOptions: { reducedMotion: 'no-preference' } })

const visibleSlide = (page: Page) => page.locator('.hero-slide:not([inert])')
const firstTitle = (page: Page) => visibleSlide(page).getByRole('heading', { name: 'Learn to wait for the light' })
const secondTitle = (page: Page) => visibleSlide(page).getByRole('heading', { name: 'Leave the automatic behind' })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the home page has its slides, classes, instructors and testimonials', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveTitle('Photography School | Home')
    await expect(firstTitle(page)).toBeVisible()
    await expect(page.locator('.hero-slide')).toHaveCount(4)
    for (const title of ['Top Popular Classes', 'Top Instructors', 'Testimonials'])
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    // The demo's most popular class is sold out.
    await expect(page.locator('#popular .print').last()).toContainText('Sold out')
    await expect(page.getByRole('link', { name: 'SEE More Classes' })).toHaveAttribute('href', '/classes')
    await expect(page.getByRole('link', { name: 'See more instructor' })).toHaveAttribute('href', '/instructors')
  })
})

test('the hero’s text has its share of the width of a phone and of a screen, under an overlay of 60 percent', async ({
  page,
}) => {
  await page.goto('/')
  for (const [width, share] of [
    [390, 0.75],
    [1440, 0.5],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    const words = visibleSlide(page).locator('.hero-text')
    await expect.poll(async () => (await words.boundingBox())?.width).toBeCloseTo(width * share, 0)
    const overlay = await visibleSlide(page)
      .locator('.hero-picture')
      .evaluate((picture) => {
        const { opacity, backgroundColor, maskImage } = getComputedStyle(picture, '::after')
        return { opacity, backgroundColor, fades: maskImage.includes('gradient') }
      })
    expect(overlay).toEqual({ opacity: '0.6', backgroundColor: 'rgb(20, 12, 6)', fades: true })
  }
})

test('the title below the hero shows at the lower edge of a screen, and most of a slide’s picture shows, which ends above the text of a phone and is behind that of a tablet', async ({
  page,
}) => {
  await page.goto('/')
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(page.getByRole('heading', { name: 'Top Popular Classes' })).toBeInViewport({ ratio: 1 })
    if (width === 1440) continue
    const { picture, slide, title, description, share } = await visibleSlide(page).evaluate((slide) => {
      const [picture, description] = ['.hero-picture', '.hero-text p'].map((part) =>
        slide.querySelector(part)?.getBoundingClientRect().toJSON(),
      ) as [DOMRect, DOMRect]
      const image = slide.querySelector('picture img')
      const ratio = Number(image?.getAttribute('width')) / Number(image?.getAttribute('height'))
      const title = slide.querySelector('h2')?.getBoundingClientRect().toJSON() as DOMRect
      const whole = slide.getBoundingClientRect().toJSON() as DOMRect
      return { picture, title, description, slide: whole, share: picture.width / (picture.height * ratio) }
    })
    if (width === 390) {
      expect(picture.bottom).toBeLessThan(description.top)
      expect(picture.bottom).toBeGreaterThan(title.top)
    } else expect([picture.top, picture.bottom]).toEqual([slide.top, slide.bottom])
    expect(share).toBeGreaterThan(0.6)
  }
})

test('the first slide shows at once; the next enter from the right after half a second, and their text fades in after 1.5 s for 1.5 s', async ({
  page,
}) => {
  await page.goto('/')
  const readAnimation = (part: string) =>
    page.locator(part).evaluate((element) => {
      const { animationName, animationDelay, animationDuration } = getComputedStyle(element)
      return [animationName, animationDelay, animationDuration]
    })
  const [picture, text] = ['.hero-slide:not([inert]) .hero-picture', '.hero-slide:not([inert]) .hero-text']
  for (const part of [picture, text]) expect((await readAnimation(part))[0]).toBe('none')
  // A phone loads two large pictures, and more for who looks on.
  const third = page.locator('.hero-slide').nth(2).locator('picture')
  await expect(third).toHaveCSS('display', 'none')
  await page.getByRole('button', { name: 'Next slide' }).click()
  await expect(secondTitle(page)).toBeVisible()
  await expect(third).toHaveCSS('display', 'inline')
  expect(await readAnimation(picture)).toEqual(['enter-from-right', '0.5s', '0.9s'])
  expect(await readAnimation(text)).toEqual(['fade-in', '1.5s', '1.5s'])
})

test('the hero advances automatically until it is paused', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Pause slides' })).toBeVisible()
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(secondTitle(page)).toBeVisible({ timeout: 100 })
  }).toPass({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Pause slides' }).click()
  await page.mouse.move(10, 10)
  await page.clock.runFor(30_000)
  await expect(secondTitle(page)).toBeVisible()
  await page.getByRole('button', { name: 'Play slides' }).click()
  await page.mouse.move(10, 10)
  await page.clock.runFor(8_000)
  await expect(secondTitle(page)).toBeHidden()
})

test('arrows, keys and swiping move the hero', async ({ page }) => {
  await page.goto('/')
  const next = page.getByRole('button', { name: 'Next slide' })
  // A click that waits for the control scrolls the page, and the swipe would miss the hero.
  await expect(next).toBeEnabled()
  await next.click()
  await expect(secondTitle(page)).toBeVisible()
  await page.getByRole('button', { name: 'Previous slide' }).click()
  await expect(firstTitle(page)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(secondTitle(page)).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(firstTitle(page)).toBeVisible()
  // Over more than half of the width, so that it moves the hero however slowly the pointer is let go.
  await page.mouse.move(1150, 300)
  await page.mouse.down()
  await page.mouse.move(250, 300, { steps: 8 })
  await page.mouse.up()
  await expect(secondTitle(page)).toBeVisible()
})

test('the first slide follows the last one, with the arrows and with a swipe', async ({ page }) => {
  await page.goto('/')
  const last = visibleSlide(page).and(page.getByLabel('4 of 4'))
  await expect(page.getByRole('button', { name: 'Next slide' })).toBeEnabled()
  await page.getByRole('button', { name: 'Previous slide' }).click()
  await expect(last).toBeInViewport({ ratio: 0.9 })
  await page.getByRole('button', { name: 'Next slide' }).click()
  await expect(firstTitle(page)).toBeInViewport()
  await page.mouse.move(600, 300)
  await page.mouse.down()
  await page.mouse.move(700, 300, { steps: 4 })
  await page.mouse.up()
  await expect(last).toBeInViewport({ ratio: 0.9 })
})

test('the slides follow the pointer, return after a short way, and a drag that ends on a link is no click', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Next slide' })).toBeEnabled()
  const left = () => visibleSlide(page).evaluate((slide) => Math.round(slide.getBoundingClientRect().left))
  const { x = 0, y = 0 } = (await visibleSlide(page).getByRole('link', { name: 'Read More' }).boundingBox()) ?? {}
  await page.mouse.move(x + 10, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + 50, y + 10, { steps: 4 })
  await expect.poll(left).toBe(40)
  await page.mouse.up()
  await expect.poll(left).toBe(0)
  await expect(firstTitle(page)).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('the hero waits while the pointer is over it or a part of it is focused', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Pause slides' })).toBeEnabled()
  await page.mouse.move(600, 300)
  await page.clock.runFor(30_000)
  await expect(firstTitle(page)).toBeVisible()
  await page.mouse.move(10, 10)
  await visibleSlide(page).getByRole('link', { name: 'Read More' }).focus()
  await page.clock.runFor(30_000)
  await expect(firstTitle(page)).toBeVisible()
  await visibleSlide(page)
    .getByRole('link', { name: 'Read More' })
    .evaluate((link) => link.blur())
  await page.clock.runFor(8_000)
  await expect(secondTitle(page)).toBeVisible()
})

test('a swipe that comes before the slider has loaded moves the hero once it has', async ({ page, context }) => {
  const swiped = Promise.withResolvers<void>()
  await page.route('**/assets/hero-*.js', async (route) => {
    await swiped.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(firstTitle(page)).toBeVisible()
  const finger = await context.newCDPSession(page)
  for (const [type, ...xs] of [['touchStart', 900], ['touchMove', 500], ['touchMove', 300], ['touchEnd']] as const)
    await finger.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x) => ({ x, y: 300 })) })
  await expect(page.getByRole('button', { name: 'Next slide' })).toBeDisabled()
  swiped.resolve()
  await expect(secondTitle(page)).toBeVisible()
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1440, 844],
  ] as const) {
    test(`on a screen of ${width}, the text of every slide has a contrast of 4.5 with each pixel behind it`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await page.goto('/')
      const next = page.getByRole('button', { name: 'Next slide' })
      // A click that waits for the control scrolls the page, and the header would cover the text.
      await expect(next).toBeEnabled()
      for (const title of ['Learn to wait', 'Leave the automatic', '', '']) {
        await expect(visibleSlide(page).getByRole('heading', { name: title })).toBeVisible()
        await expect
          .poll(() =>
            visibleSlide(page).evaluate((slide) => [...slide.querySelectorAll('img')].every((it) => it.complete)),
          )
          .toBe(true)
        const contrast = await measureWhiteContrast(page, visibleSlide(page).locator('.hero-text'))
        expect(contrast, title).toBeGreaterThanOrEqual(4.5)
        await next.click()
      }
    })
  }

  test('on a phone, the home page is at most 4,500 pixels tall, and its classes scroll sideways', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    const { scrollHeight, scrollWidth } = await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement
      return { scrollHeight, scrollWidth }
    })
    expect([scrollHeight <= 4500, scrollWidth]).toEqual([true, 390])
    const last = page.getByRole('button', { name: /^Select/ }).last()
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport()
  })

  test('the hero does not advance, shows its text immediately, and can be started', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    expect(await page.locator('.hero').evaluate((hero) => hero.getAnimations({ subtree: true }).length)).toBe(0)
    await expect(page.getByRole('button', { name: 'Play slides' })).toBeVisible()
    await page.clock.runFor(30_000)
    await expect(firstTitle(page)).toBeVisible()
    await page.getByRole('button', { name: 'Next slide' }).click()
    await expect(secondTitle(page)).toBeVisible()
  })
})

test('with letters of twice the size, the controls of the hero stay on a screen of 320', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const next = await page.getByRole('button', { name: 'Next slide' }).boundingBox()
  expect((next?.x ?? 320) + (next?.width ?? 0)).toBeLessThanOrEqual(320)
  expect(next?.width).toBeGreaterThanOrEqual(44)
})

test('Read More opens the popular classes', async ({ page }) => {
  await page.goto('/')
  await visibleSlide(page).getByRole('link', { name: 'Read More' }).click()
  await expect(page.getByRole('heading', { name: 'Top Popular Classes' })).toBeInViewport()
})

test('inside the site, the home page appears immediately, with a spinner until its slides have loaded', async ({
  page,
}) => {
  await page.goto('/classes')
  await expect(page.getByRole('button', { name: 'Select Night Harbour' })).toBeEnabled()
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/sliders', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading slides' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Top Instructors' })).toBeVisible()
  answer.resolve()
  await expect(firstTitle(page)).toBeVisible()
})

test('a section of the home page that fails offers to try again', async ({ page, expectedErrors }) => {
  expectedErrors.push('503')
  await page.goto('/classes')
  await expect(page.getByRole('button', { name: 'Select Night Harbour' })).toBeEnabled()
  const body = { statusCode: 503, code: 'UNAVAILABLE', error: 'Service Unavailable', message: 'Not now.' }
  await page.route('**/api/all-classes-sort', (route) => route.fulfill({ status: 503, json: body }))
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(page.getByText('Not now.')).toBeVisible()
  await page.unroute('**/api/all-classes-sort')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Night Harbour' })).toBeVisible()
})

test('arrows move the testimonials', async ({ page }) => {
  await page.goto('/')
  const last = page.getByText('Daniel Mensah')
  await expect(page.getByRole('button', { name: 'Previous testimonials' })).toBeDisabled()
  const next = page.getByRole('button', { name: 'Next testimonials' })
  await expect(async () => {
    if (await next.isEnabled()) await next.click()
    await expect(last).toBeInViewport({ ratio: 1, timeout: 500 })
  }).toPass()
  await expect(next).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Previous testimonials' })).toBeEnabled()
})
