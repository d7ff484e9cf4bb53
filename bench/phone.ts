/** What a visitor with a slow phone sees, and when. The phone is phone/visit.ts; each page is visited anew each time. */
import type { Browser } from '@playwright/test'
import { withBrowser } from './browser.ts'
import { atMost, type Figure, median } from './figure.ts'
import type { Observed } from './phone/observed.ts'
import { scrollThrough } from './phone/scroll.ts'
import { slowestKey } from './phone/typing.ts'
import { visit } from './phone/visit.ts'
import { withSchool } from './school-process.ts'

const TIMES = 5
const READ = ['/', '/classes', '/instructors']
const TYPED = [
  ['/', 'footer input[type=email]'],
  ['/login', 'main input[type=email]'],
] as const

const MOST = { firstPaint: 1.2, firstPicture: 2, largestPaint: 1.5, shift: 0.02, key: 200 }

interface Reading {
  loaded: Observed
  scrolled: Observed
  kilobytes: number
  requests: string[]
}

export async function measurePhone(): Promise<Figure[]> {
  return withSchool((school) =>
    withBrowser(async (browser) => [...(await reading(browser, school)), ...(await typing(browser, school))]),
  )
}

async function reading(browser: Browser, school: string): Promise<Figure[]> {
  const of = new Map<string, Reading[]>()
  for (const page of READ) of.set(page, await times(() => read(browser, school + page)))
  const middle = (page: string, take: (reading: Reading) => number) => median((of.get(page) ?? []).map(take))
  const seconds = (what: string, page: string, most: number, take: (loaded: Observed) => number | null | undefined) =>
    atMost({
      what,
      value: middle(page, ({ loaded }) => (take(loaded) ?? Number.NaN) / 1000),
      most,
      unit: ' s',
      digits: 2,
    })
  const figures = [
    seconds('Slow phone, /: first paint', '/', MOST.firstPaint, ({ firstPaint }) => firstPaint),
    seconds('Slow phone, /: the first slide’s picture is there', '/', MOST.firstPicture, (it) => it.firstPicture),
    seconds('Slow phone, /classes: largest paint', '/classes', MOST.largestPaint, (it) => it.largestPaint?.at),
    ...READ.map((page) => {
      const value = middle(page, ({ scrolled }) => scrolled.shift)
      return atMost({ what: `Slow phone, ${page}: layout shift to the end`, value, most: MOST.shift, digits: 3 })
    }),
  ]
  if (figures.some(({ holds }) => !holds)) for (const page of READ) explain(page, of.get(page)?.[0])
  return [...figures, weight(READ.map((page) => middle(page, ({ kilobytes }) => kilobytes)))]
}

/** Loads to the end first: the first picture and the largest paint are known then, and scrolling would end their search. */
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

async function typing(browser: Browser, school: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [page, field] of TYPED) {
    const slowest = await times(() => visit(browser, (visiting) => slowestKey(visiting, school + page, field)))
    const what = `Slow phone, ${page}: the slowest key typed while it loads, to its paint`
    const figure = atMost({
      what,
      value: median(slowest.map(({ took }) => took)),
      most: MOST.key,
      unit: ' ms',
      digits: 0,
    })
    if (!figure.holds) console.error(`\n${page}: ${slowest.map(({ took, how }) => `${took} ms (${how})`).join('; ')}`)
    figures.push(figure)
  }
  return figures
}

async function times<T>(measure: () => Promise<T>): Promise<T[]> {
  const measured: T[] = []
  for (let time = 0; time < TIMES; time++) measured.push(await measure())
  return measured
}

function weight(kilobytes: number[]): Figure {
  return {
    what: `Slow phone: sent until all is quiet, before scrolling (${READ.join(', ')})`,
    measured: `${kilobytes.map((it) => it.toFixed(0)).join(', ')} KB`,
    limit: 'to know',
    holds: true,
  }
}

/** What stood in the way, for whoever is to mend it. */
function explain(page: string, reading: Reading | undefined): void {
  if (!reading) return
  const { loaded, scrolled, requests } = reading
  const largest = `largest paint: ${Math.round(loaded.largestPaint?.at ?? 0)} ms, ${loaded.largestPaint?.what}`
  console.error([`\n${page} on its first visit`, largest, ...scrolled.shifted, ...requests].join('\n  '))
}
