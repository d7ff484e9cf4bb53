import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_WITHOUT_WINDOWS } from '../ops/chromium.ts'

/** Runs `use` with a Chromium and closes it. Call it while the application runs, which waits for open connections when it stops. */
export async function withBrowser<T>(use: (browser: Browser) => Promise<T>, args: string[] = []): Promise<T> {
  const { executablePath, args: common } = CHROMIUM_WITHOUT_WINDOWS
  const browser = await chromium.launch({ executablePath, args: [...common, ...args] })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}
