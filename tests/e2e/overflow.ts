import { expect, type Page } from '@playwright/test'

/** A page of the dashboard fits on a phone and on a screen, its table too. */
export async function expectToFit(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflow(page), `${page.url()}, ${width} wide`).toEqual({ page: 0, table: 0 })
  }
}

/** How many pixels the page is wider than the screen, and a table wider than its place. */
export function overflow(page: Page): Promise<{ page: number; table: number }> {
  return page.evaluate(() => {
    const wider = (inner = 0, outer = 0) => Math.max(0, inner - outer)
    const { scrollWidth, clientWidth } = document.documentElement
    const [place, table] = [document.querySelector('.dashboard-page'), document.querySelector('table')]
    return { page: wider(scrollWidth, clientWidth), table: wider(table?.offsetWidth, place?.clientWidth) }
  })
}
