/** Loading times on a slow phone, which phone/visit.ts emulates. Each visit has an empty cache. */
import type { Browser } from '@playwright/test'
import { withApplication } from './application-process.ts'
import { withBrowser } from './browser.ts'
import { atMost, type Figure, median } from './figure.ts'
import { findClassPath } from './freshness/seats.ts'
import type { Observed } from './phone/observed.ts'
import { scrollThrough } from './phone/scroll.ts'
import { slowestKey } from './phone/typing.ts'
import { visit } from './phone/visit.ts'

const TIMES = 5
const CLASS_PAGE = '/classes/{slug}-{id}'
const READ_PAGES = ['/', '/classes', CLASS_PAGE, '/instructors']
const TYPED_FIELDS = [
  ['/', 'footer input[type=email]'],
  ['/login', 'main input[type=email]'],
] as const

const MAX = { firstPaint: 1.2, firstPicture: 2, largestPaint: 1.5, shift: 0.02, key: 200 }

interface Reading {
  loaded: Observed
  scrolled: Observed
  kilobytes: number
  requests: string[]
}

export async function measurePhone(): Promise<Figure[]> {
  return withApplication((url) =>
    withBrowser(async (browser) => [...(await measureReading(browser, url)), ...(await measureTyping(browser, url))]),
  )
}

async function measureReading(browser: Browser, url: string): Promise<Figure[]> {
  const readings = new Map<string, Reading[]>()
  const classPath = await findClassPath(url)
  for (const page of READ_PAGES) {
    const path = page === CLASS_PAGE ? classPath : page
    readings.set(page, await repeat(() => read(browser, url + path)))
  }
  const middle = (page: string, take: (reading: Reading) => number) => median((readings.get(page) ?? []).map(take))
  const seconds = (what: string, page: string, max: number, take: (loaded: Observed) => number | null | undefined) =>
    atMost({
      what,
      value: middle(page, ({ loaded }) => (take(loaded) ?? Number.NaN) / 1000),
      max,
      unit: ' s',
      digits: 2,
    })
  const figures = [
    seconds('Slow phone, /: first paint', '/', MAX.firstPaint, ({ firstPaint }) => firstPaint),
    seconds('Slow phone, /: the first slide’s picture is shown', '/', MAX.firstPicture, (it) => it.firstPicture),
    seconds('Slow phone, /classes: largest paint', '/classes', MAX.largestPaint, (it) => it.largestPaint?.at),
    seconds(`Slow phone, ${CLASS_PAGE}: largest paint`, CLASS_PAGE, MAX.largestPaint, (it) => it.largestPaint?.at),
    ...READ_PAGES.map((page) => {
      const value = middle(page, ({ scrolled }) => scrolled.shift)
      return atMost({ what: `Slow phone, ${page}: layout shift to the end`, value, max: MAX.shift, digits: 3 })
    }),
  ]
  if (figures.some(({ holds }) => !holds)) for (const page of READ_PAGES) explain(page, readings.get(page)?.[0])
  return [...figures, weight(READ_PAGES.map((page) => middle(page, ({ kilobytes }) => kilobytes)))]
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
      max: MAX.key,
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
