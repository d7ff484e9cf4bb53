/** Types while a page hydrates. */
import type { CDPSession } from '@playwright/test'
import type { Observed } from './observed.ts'
import type { Visit } from './visit.ts'

/** A key every 50 ms, whether or not the page has handled the last one: the error is at most 50 ms. */
const KEY_INTERVAL_MS = 50

/** Typing goes on after the network is idle, since the page may still be working. */
const AFTERWARDS_MS = 1_000

/**
 * Opens `url` and types into `field` from the first paint until a second after the network is idle. Returns the slowest key, from the
 * event to the paint after its handlers, as Event Timing reports it.
 */
export async function slowestKey(
  { page, cdp, quiet, observed }: Visit,
  url: string,
  field: string,
): Promise<Observed['slowestKey']> {
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.observed.firstPaint !== null)
  await page.locator(field).evaluate(focusField)
  const stop = keepTyping(cdp)
  await quiet()
  await page.waitForTimeout(AFTERWARDS_MS)
  await stop()
  if (!(await page.locator(field).inputValue())) throw new Error(`nothing could be typed into ${field} of ${url}`)
  return (await observed()).slowestKey
}

/** Scrolls at once: a smooth scroll would be measured with the keys. */
function focusField(field: HTMLElement): void {
  field.scrollIntoView({ behavior: 'instant', block: 'center' })
  field.focus({ preventScroll: true })
}

function keepTyping(cdp: CDPSession): () => Promise<void> {
  const sent: Promise<unknown>[] = []
  const timer = setInterval(() => {
    const key = { key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65 }
    // Not awaited: the response comes after the page has handled the key, and a busy page must not delay the next one.
    sent.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text: 'a', ...key }))
    sent.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }))
  }, KEY_INTERVAL_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all(sent)
  }
}
