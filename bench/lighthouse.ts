/**
 * Lighthouse on the public pages, as it is by default: a mid-range phone on a slow network, which it simulates.
 * Source: https://github.com/GoogleChrome/lighthouse/blob/main/docs/readme.md#using-programmatically
 */
import lighthouse, { type Result } from 'lighthouse'
import { freePort } from '../tests/free-port.ts'
import { withBrowser } from './browser.ts'
import { type Figure, median } from './figure.ts'
import { causes } from './lighthouse/causes.ts'
import { withSchool } from './school-process.ts'

const TIMES = 3
const PAGES = ['/', '/classes', '/instructors', '/login']
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const CATEGORIES = Object.keys(LEAST) as (keyof typeof LEAST)[]

export async function measureLighthouse(): Promise<Figure[]> {
  const port = await freePort()
  const judge = async (school: string) => {
    const figures: Figure[] = []
    for (const page of PAGES) figures.push(figureOf(page, await judgements(school + page, port)))
    return figures
  }
  return withSchool((school) => withBrowser(() => judge(school), [`--remote-debugging-port=${port}`]))
}

async function judgements(url: string, port: number): Promise<Result[]> {
  const results: Result[] = []
  for (let time = 0; time < TIMES; time++) {
    const judged = await lighthouse(url, { port, logLevel: 'error', onlyCategories: CATEGORIES })
    if (!judged || judged.lhr.runtimeError) throw new Error(`${url}: ${judged?.lhr.runtimeError?.message}`)
    results.push(judged.lhr)
  }
  return results
}

function figureOf(page: string, results: Result[]): Figure {
  const scores = CATEGORIES.map((category) => median(results.map((result) => scoreOf(result, category))))
  const low = CATEGORIES.filter((category, index) => (scores[index] ?? 0) < LEAST[category])
  for (const category of low) explain(page, category, results)
  return {
    what: `Lighthouse, ${page}: ${CATEGORIES.join(', ')}`,
    measured: scores.join(', '),
    limit: `≥ ${Object.values(LEAST).join(', ')}`,
    holds: low.length === 0,
  }
}

const scoreOf = ({ categories }: Result, category: string) => Math.round((categories[category]?.score ?? 0) * 100)

/** Of the run in the middle, for whoever is to mend it. */
function explain(page: string, category: string, results: Result[]): void {
  const sorted = results.toSorted((a, b) => scoreOf(a, category) - scoreOf(b, category))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle) console.error([`\n${page}, ${category}`, ...causes(middle, category)].join('\n  '))
}
