import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { Result, RunOptions } from 'axe-core'

/** The page parses it each time: half of the bytes of `axe.source`. */
const AXE = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')

const PHONE = { width: 390, height: 844 }
const SCREEN = { width: 1440, height: 900 }

/** A theme changes colors only: axe checks the other rules once. */
const THEMES: [theme: string, RunOptions][] = [
  ['light', {}],
  ['dark', { runOnly: ['color-contrast', 'link-in-text-block'] }],
]

/**
 * Checks the page with axe in both themes, on a phone and on a screen. Call it with reduced motion. It runs axe in the page itself:
 * AxeBuilder takes six times as long, since it hands over every element that passes. It waits for lists that are loading: their old rows are dimmed.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]:not(button)')).toHaveCount(0)
  // Rows at rest look different from the one that the test has clicked.
  await page.mouse.move(0, 0)
  await page.evaluate(AXE)
  for (const viewport of [PHONE, SCREEN]) {
    await page.setViewportSize(viewport)
    for (const [theme, options] of THEMES) {
      await page.evaluate((chosen) => {
        document.documentElement.dataset.theme = chosen
      }, theme)
      expect(await listViolations(page, options), `${page.url()}, ${theme}, ${viewport.width} wide`).toEqual([])
    }
  }
}

/** Lists each rule that the page violates, with the elements. */
async function listViolations(page: Page, options: RunOptions): Promise<[rule: string, elements: string[]][]> {
  const violations = await page.evaluate<Result[], RunOptions>(
    async (chosen) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const { violations, incomplete } = await run(document, chosen)
      // Text of exactly the color behind it cannot be read. To axe it is a question, since it may be hidden on purpose.
      const invisible = incomplete.map((rule) => ({
        ...rule,
        nodes: rule.nodes.filter(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio')),
      }))
      return [...violations, ...invisible.filter(({ nodes }) => nodes.length > 0)]
    },
    { resultTypes: ['violations', 'incomplete'], selectors: false, ...options },
  )
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
