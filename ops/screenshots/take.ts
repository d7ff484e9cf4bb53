/** One picture of one page, when everything on it has come and nothing moves any more. */
import type { Page } from '@playwright/test'
import type { Prepared } from './people.ts'
import type { Shot } from './shots.ts'

const NOWHERE = 'no-such-page'

/** Takes the whole page into `file`; a page with an open drawer only as far as the screen goes. */
export async function take(page: Page, shot: Shot, prepared: Prepared, file: string): Promise<void> {
  const filling = shot.fill ? prepared[shot.fill] : ''
  const path = shot.address.replace('*', NOWHERE).replace(/:\w+/, filling)
  await page.goto(path + (shot.query ?? ''))
  await settled(page)
  const { pathname } = new URL(page.url())
  if (pathname !== path) throw new Error(`${path} led on to ${pathname}`)
  await scrollThrough(page)
  if (shot.drawer) await page.getByRole('button', { name: shot.drawer, exact: true }).click()
  await page.screenshot({ path: file, fullPage: !shot.drawer, animations: 'disabled' })
}

/** Loaded, signed in as far as one is, and no list on its way. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => !document.querySelector('.skeleton, .loading'))
  await page.evaluate(async () => void (await document.fonts.ready))
}

/** Down and up again, for what comes with scrolling; then until each picture has come, also one beside the screen. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' })
      await frame()
      await frame()
    }
    for (const image of document.images) image.loading = 'eager'
    // The picture of the whole page is taken at another size, for which asynchronous decoding would begin anew.
    for (const image of document.images) image.decoding = 'sync'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
    scrollTo({ top: 0, behavior: 'instant' })
    await frame()
  })
}
