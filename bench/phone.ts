/** Loading times on a slow phone, which phone/visit.ts emulates. Each visit has an empty cache. */
import type { Browser } from '@playwright/test'
import { withApplication } from './application-process.ts'
import { withBrowser } from './browser.ts'
import { findClassPath } from './classes.ts'
import { atMost, type Figure, median } from './figure.ts'
import { openBarePages } from './phone/bare-page.ts'
import { compare, type Pair, type Reading } from './phone/compare.ts'
import { scrollThrough } from './phone/scroll.ts'
import { slowestKey } from './phone/typing.ts'
import { visit } from './phone/visit.ts'

const TIMES = 9
const CLASS_PAGE = '/classes/{slug}-{id}'
const READ_PAGES = ['/', '/classes', CLASS_PAGE, '/instructors']
const TYPED_FIELDS = [
  ['/', 'footer input[type=email]'],
  ['/login', 'main input[type=email]'],
] as const

const MAX_KEY_MS = 150

export async function measurePhone(): Promise<Figure[]> {
  return withApplication((url) =>
    withBrowser(async (browser) => [...(await measureReading(browser, url)), ...(await measureTyping(browser, url))]),
  )
}

/** Visits each page and its bare page in turns, so that noise affects both. */
async function measureReading(browser: Browser, url: string): Promise<Figure[]> {
  const classPath = await findClassPath(url)
  const toPath = (page: string) => (page === CLASS_PAGE ? classPath : page)
  const bare = await openBarePages(url, READ_PAGES.map(toPath))
  const readings = new Map<string, Pair[]>()
  for (const page of READ_PAGES) {
    const path = toPath(page)
    const readBoth = async () => ({ ours: await read(browser, url + path), bare: await read(browser, bare.url + path) })
    readings.set(page, await repeat(readBoth))
  }
  bare.close()
  const figures = READ_PAGES.flatMap((page) => compare(page, readings.get(page) ?? []))
  if (figures.some(({ holds }) => !holds)) for (const page of READ_PAGES) explain(page, readings.get(page)?.[0]?.ours)
  const kilobytes = READ_PAGES.map((page) => median((readings.get(page) ?? []).map(({ ours }) => ours.kilobytes)))
  return [...figures, weight(kilobytes)]
}

/** Loads completely before scrolling, which would end the search for the first picture and the largest paint. */
async function read(browser: Browser, url: string): Promise<Reading> {
  return visit(browser, async (visiting) => {
    await visiting.page.goto(url)
    await visiting.quiet()
    const loaded = await visiting.observed()
    const kilobytes = visiting.bytes() / 1024
    const requests = visiting.requests()
    await scrollThrough(visiting)
    return { loaded, scrolled: await visiting.observed(), kilobytes, requests }
  })
}

async function measureTyping(browser: Browser, url: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [page, field] of TYPED_FIELDS) {
    const slowest = await repeat(() => visit(browser, (visiting) => slowestKey(visiting, url + page, field)))
    const what = `Slow phone, ${page}: the slowest key typed while it loads, to its paint`
    const figure = atMost({
      what,
      value: median(slowest.map(({ took }) => took)),
      max: MAX_KEY_MS,
      unit: ' ms',
      digits: 0,
    })
    if (!figure.holds) console.error(`\n${page}: ${slowest.map(({ took, how }) => `${took} ms (${how})`).join('; ')}`)
    figures.push(figure)
  }
  return figures
}

async function repeat<T>(measure: () => Promise<T>): Promise<T[]> {
  const measured: T[] = []
  for (let time = 0; time < TIMES; time++) measured.push(await measure())
  return measured
}

function weight(kilobytes: number[]): Figure {
  return {
    what: `Slow phone: transferred before scrolling (${READ_PAGES.join(', ')})`,
    measured: `${kilobytes.map((it) => it.toFixed(0)).join(', ')} KB`,
    limit: 'none',
    holds: true,
  }
}

/** Prints what delayed a page. */
function explain(page: string, reading: Reading | undefined): void {
  if (!reading) return
  const { loaded, scrolled, requests } = reading
  const largest = `largest paint: ${Math.round(loaded.largestPaint?.at ?? 0)} ms, ${loaded.largestPaint?.what}`
  console.error([`\n${page} on its first visit`, largest, ...scrolled.shifted, ...requests].join('\n  '))
}
