import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM } from '../ops/chromium.ts'

/** Runs `use` with a Chromium of its own, and ends it; inside a school's time, which waits for its visitors when it closes. */
export async function withBrowser<T>(use: (browser: Browser) => Promise<T>, args: string[] = []): Promise<T> {
  const browser = await chromium.launch({ ...CHROMIUM, args: [...CHROMIUM.args, ...args] })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}
