import { expect, type Page } from '@playwright/test'
import axe, { type Result } from 'axe-core'

const PHONE = { width: 390, height: 844 }
const SCREEN = { width: 1440, height: 900 }

/**
 * Checks the page with axe in both themes, on a phone and on a screen. Call it with reduced motion. It runs axe in the page itself:
 * AxeBuilder takes six times as long, since it hands over every element that passes.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    for (const viewport of [PHONE, SCREEN]) {
      await page.setViewportSize(viewport)
      expect(await listViolations(page), `${page.url()}, ${theme}, ${viewport.width} wide`).toEqual([])
    }
  }
}

/** Lists each rule that the page violates, with the elements. */
async function listViolations(page: Page): Promise<[rule: string, elements: string[]][]> {
  const violations = await page.evaluate<Result[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  )
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
