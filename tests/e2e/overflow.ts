import { expect, type Page } from '@playwright/test'

/** Expects a page of the dashboard and its table to fit on a phone and on a screen. */
export async function expectToFit(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflow(page), `${page.url()}, ${width} wide`).toEqual({ page: 0, table: 0 })
  }
}

/** Returns by how many pixels the page is wider than the screen, and a table wider than its container. */
export function overflow(page: Page): Promise<{ page: number; table: number }> {
  return page.evaluate(() => {
    const exceed = (inner = 0, outer = 0) => Math.max(0, inner - outer)
    const { scrollWidth, clientWidth } = document.documentElement
    const [container, table] = [document.querySelector('.dashboard-page'), document.querySelector('table')]
    return { page: exceed(scrollWidth, clientWidth), table: exceed(table?.offsetWidth, container?.clientWidth) }
  })
}
