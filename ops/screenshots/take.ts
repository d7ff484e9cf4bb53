/** Takes a screenshot of a page after it has loaded completely. */
import type { Page } from '@playwright/test'
import type { Prepared } from './people.ts'
import type { Shot } from './shots.ts'

const NOWHERE = 'no-such-page'

/** Takes the whole page into `file`; of a page with an open drawer only the screen. */
export async function take(page: Page, shot: Shot, prepared: Prepared, file: string): Promise<void> {
  const path = toPath(shot, prepared)
  await page.goto(path)
  await waitUntilLoaded(page)
  const { pathname } = new URL(page.url())
  if (pathname !== path.split('?')[0]) throw new Error(`${path} redirected to ${pathname}`)
  await scrollThrough(page)
  if (shot.drawer) await page.getByRole('button', { name: shot.drawer, exact: true }).click()
  await page.screenshot({ path: file, fullPage: !shot.drawer, animations: 'disabled' })
}

/** Returns the path of a screenshot's page with its query. */
export function toPath({ path, query = '', fill }: Shot, prepared: Prepared): string {
  const id = fill ? prepared[fill] : ''
  return path.replace('*', NOWHERE).replace(/:\w+(\/:\w+)*/, id) + query
}

/** Waits for the network, the session, the lists and the fonts. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => !document.querySelector('.skeleton, .loading'))
  await page.evaluate(async () => void (await document.fonts.ready))
}

/** Scrolls down and up, for content that loads on scrolling, and waits for every image, also outside the screen. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' })
      await frame()
      await frame()
    }
    for (const image of document.images) image.loading = 'eager'
    // The full-page screenshot has another size, for which images would be decoded asynchronously again.
    for (const image of document.images) image.decoding = 'sync'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
    scrollTo({ top: 0, behavior: 'instant' })
    await frame()
  })
}
