/**
 * A slow phone on a slow network, as DevTools and Lighthouse emulate it: a quarter of this machine's CPU speed, 1.6 Mbit/s
 * down, 750 kbit/s up, and 150 ms before each response (connections, names and certificates cost nothing here). Source: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
 */
import type { Browser, CDPSession, Page } from '@playwright/test'
import { type Observed, observe } from './observed.ts'

const CPU_SLOWDOWN = 4
const LATENCY_MS = 150
const DOWN_BITS_PER_SECOND = 1_600_000
const UP_BITS_PER_SECOND = 750_000
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** The network is idle after this time without a request. */
const QUIET_MS = 1_000

export interface Visit {
  page: Page
  cdp: CDPSession
  observed(): Promise<Observed>
  /** Waits until the page has loaded and the network was idle for a second after the call. */
  quiet(): Promise<void>
  /** Returns the transferred bytes so far. */
  bytes(): number
  /** Returns a line with the times of each request. */
  requests(): string[]
}

/** Runs `visiting` in a new browser context that emulates the phone. */
export async function visit<T>(browser: Browser, visiting: (visit: Visit) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await page.addInitScript(observe)
    const cdp = await context.newCDPSession(page)
    const traffic = await watchTraffic(cdp)
    await slowDown(cdp)
    const quiet = async () => {
      await page.waitForLoadState('load')
      // What an action before the call requests begins a moment later.
      await page.waitForTimeout(QUIET_MS)
      while (traffic.quietFor() < QUIET_MS) await page.waitForTimeout(100)
    }
    return await visiting({ page, cdp, quiet, observed: () => page.evaluate(() => window.observed), ...traffic })
  } finally {
    await context.close()
  }
}

async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: DOWN_BITS_PER_SECOND / 8,
    uploadThroughput: UP_BITS_PER_SECOND / 8,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

async function watchTraffic(cdp: CDPSession) {
  await cdp.send('Network.enable')
  const requests = new Map<string, { path: string; begun: number; ended?: number; bytes: number }>()
  let lastChange = performance.now()
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    if (request.url.startsWith('data:')) return
    lastChange = performance.now()
    requests.set(requestId, { path: new URL(request.url).pathname, begun: timestamp, bytes: 0 })
  })
  const end = (requestId: string, timestamp: number, bytes: number) => {
    lastChange = performance.now()
    const request = requests.get(requestId)
    if (request) Object.assign(request, { ended: timestamp, bytes })
  }
  cdp.on('Network.loadingFinished', (it) => end(it.requestId, it.timestamp, it.encodedDataLength))
  cdp.on('Network.loadingFailed', (it) => end(it.requestId, it.timestamp, 0))
  return {
    quietFor: () => {
      const pending = [...requests.values()].some(({ ended }) => ended === undefined)
      return pending ? 0 : performance.now() - lastChange
    },
    bytes: () => [...requests.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    requests: () => {
      const first = Math.min(...[...requests.values()].map(({ begun }) => begun))
      const after = (time?: number) => (time ? `${Math.round((time - first) * 1000)}` : '…').padStart(6)
      return [...requests.values()].map(
        ({ path, begun, ended, bytes }) =>
          `${after(begun)} →${after(ended)} ms ${(bytes / 1024).toFixed(1).padStart(7)} KB  ${path}`,
      )
    },
  }
}
