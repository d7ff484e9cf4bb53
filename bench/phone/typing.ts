/** Keys that go down while a page is still busy becoming itself. */
import type { CDPSession } from '@playwright/test'
import type { Observed } from './observed.ts'
import type { Visit } from './visit.ts'

/** A key every 50 ms whether or not the page has dealt with the last: a stop of the page is missed by 50 ms at the most. */
const KEY_EVERY_MS = 50

/** Goes on after the network has been quiet, while the page may still be at work. */
const AFTERWARDS_MS = 1_000

/**
 * Opens `url` and types into `field` from the first paint (nobody types into a white screen) until a second after all is quiet;
 * answers the slowest key, from going down or up to the paint after its handlers, as Event Timing reports it.
 */
export async function slowestKey(
  { page, cdp, quiet, observed }: Visit,
  url: string,
  field: string,
): Promise<Observed['slowestKey']> {
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.observed.firstPaint !== null)
  await page.locator(field).evaluate(goTo)
  const stop = keepTyping(cdp)
  await quiet()
  await page.waitForTimeout(AFTERWARDS_MS)
  await stop()
  if (!(await page.locator(field).inputValue())) throw new Error(`nothing could be typed into ${field} of ${url}`)
  return (await observed()).slowestKey
}

/** At once: a smooth scroll through the whole page would be measured with the keys. */
function goTo(field: HTMLElement): void {
  field.scrollIntoView({ behavior: 'instant', block: 'center' })
  field.focus({ preventScroll: true })
}

function keepTyping(cdp: CDPSession): () => Promise<void> {
  const sent: Promise<unknown>[] = []
  const timer = setInterval(() => {
    const key = { key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65 }
    // Not awaited: it is answered when the page has dealt with it, and a page that hangs must not hold back the next.
    sent.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text: 'a', ...key }))
    sent.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }))
  }, KEY_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all(sent)
  }
}
