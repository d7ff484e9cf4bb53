/** Pages with letters of twice the size. */
import type { Page } from '@playwright/test'

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

/** Lists what is cut, covered or too wide on a screen and on a phone, with letters of twice the size, which stay so until the page is left. */
export async function listFaultsOfLargeText(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await enlarge(page)
    faults.push(...(await listFaults(page)).map((fault) => `${width}: ${fault}`))
  }
  return faults
}
