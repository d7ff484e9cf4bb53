import type { Page } from '@playwright/test'
import { type Prepared, prepare } from '../../ops/screenshots/people.ts'
import { findShots } from '../../ops/screenshots/shots.ts'
import { toPath } from '../../ops/screenshots/take.ts'
import { asDemo } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'

/** Sets twice the size of letters, as a browser's setting does. Returns when the page is laid out again. */
async function enlarge(page: Page): Promise<void> {
  await page.evaluate(async () => {
    document.documentElement.style.fontSize = '32px'
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

/** Lists texts that are cut or lie outside of the screen, and controls that something else covers, and a page that is wider than it. */
function listFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const name = (element: Element) => `${element.tagName.toLowerCase()} “${element.textContent?.trim().slice(0, 40)}”`
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    }
    const faults: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth - clientWidth} px too wide`)
    for (const element of document.querySelectorAll(
      'h1, h2, h3, p, a, button, label, legend, dt, dd, th, td, li, span',
    )) {
      if (!isShown(element) || element.closest('[inert]')) continue
      const { overflowX, overflowY } = getComputedStyle(element)
      const isCut =
        (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
        (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1)
      if (isCut) faults.push(`cut: ${name(element)}`)
    }
    const findTop = (control: Element) => {
      const [box] = control.getClientRects()
      return box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    }
    for (const control of document.querySelectorAll<HTMLElement>('a, button, input, select, summary')) {
      if (!isShown(control) || control.closest('[inert], details:not([open]) > :not(summary)')) continue
      const isPart = (top: Element) => control.contains(top) || control.closest('label')?.contains(top)
      const present = findTop(control)
      // Scrolling takes longer than all the rest: what shows already needs none.
      if (present && isPart(present)) continue
      control.scrollIntoView({ block: 'center', inline: 'center' })
      const top = findTop(control)
      if (top && !isPart(top) && !top.contains(control)) faults.push(`covered: ${name(control)} by ${name(top)}`)
    }
    return faults
  })
}

/** Runs in the page. Counts the cards that are not laid out yet. */
const countHidden = (cards: Element[]) =>
  cards.filter((card) => getComputedStyle(card).contentVisibility !== 'visible').length

haveOwnApplication()

let prepared: Prepared

test.beforeAll(async ({ application }) => {
  prepared = await prepare(application.url)
})

const SHOTS = findShots([]).filter(({ drawer }) => !drawer)

for (const viewer of new Set(SHOTS.map((shot) => shot.viewer)))
  test(`with letters of twice the size, nothing is cut or covered, and no page is too wide: ${viewer}`, async ({
    page,
    expectedErrors,
  }) => {
    test.slow()
    expectedErrors.push('404')
    if (viewer !== 'visitor') await asDemo(page, viewer)
    const faults: string[] = []
    for (const path of SHOTS.filter((shot) => shot.viewer === viewer).map((shot) => toPath(shot, prepared))) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.locator('main .skeleton')).toHaveCount(0)
      // Until then, a card below the screen covers its own links.
      await expect.poll(() => page.locator('.print').evaluateAll(countHidden)).toBe(0)
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await enlarge(page)
        faults.push(...(await listFaults(page)).map((fault) => `${path}, ${width}: ${fault}`))
      }
    }
    expect(faults).toEqual([])
  })
