import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const PHONE = { width: 390, height: 844 }
const SCREEN = { width: 1440, height: 900 }

/** Has axe look at the page as it stands, in both themes, on a phone and on a screen. To be called with less movement wanted. */
export async function expectNothingFound(page: Page): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    for (const viewport of [PHONE, SCREEN]) {
      await page.setViewportSize(viewport)
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
      expect(found, `${page.url()}, ${theme}, ${viewport.width} wide`).toEqual([])
    }
  }
}
