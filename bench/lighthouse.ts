/**
 * Lighthouse on the public pages with its defaults: it simulates a mid-range phone on a slow network.
 * Source: https://github.com/GoogleChrome/lighthouse/blob/main/docs/readme.md#using-programmatically
 */
import lighthouse, { type Result } from 'lighthouse'
import { freePort } from '../testing/free-port.ts'
import { withApplication } from './application-process.ts'
import { withBrowser } from './browser.ts'
import { findClassPath } from './classes.ts'
import { type Figure, median } from './figure.ts'
import { listCauses } from './lighthouse/causes.ts'

const TIMES = 3
const CLASS_PAGE = '/classes/{slug}-{id}'
const PAGES = ['/', '/classes', CLASS_PAGE, '/instructors', '/login']
const MIN = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 }
const CATEGORIES = Object.keys(MIN) as (keyof typeof MIN)[]

export async function measureLighthouse(): Promise<Figure[]> {
  const port = await freePort()
  const measure = async (url: string) => {
    const figures: Figure[] = []
    const classPath = await findClassPath(url)
    for (const page of PAGES)
      figures.push(summarize(page, await runLighthouse(url + (page === CLASS_PAGE ? classPath : page), port)))
    return figures
  }
  return withApplication((url) => withBrowser(() => measure(url), [`--remote-debugging-port=${port}`]))
}

async function runLighthouse(url: string, port: number): Promise<Result[]> {
  const results: Result[] = []
  for (let time = 0; time < TIMES; time++) {
    const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: CATEGORIES })
    if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`)
    results.push(result.lhr)
  }
  return results
}

function summarize(page: string, results: Result[]): Figure {
  const scores = CATEGORIES.map((category) => median(results.map((result) => readScore(result, category))))
  const low = CATEGORIES.filter((category, index) => (scores[index] ?? 0) < MIN[category])
  for (const category of low) explain(page, category, results)
  return {
    what: `Lighthouse, ${page}: ${CATEGORIES.join(', ')}`,
    measured: scores.join(', '),
    limit: `≥ ${Object.values(MIN).join(', ')}`,
    holds: low.length === 0,
  }
}

const readScore = ({ categories }: Result, category: string) => Math.round((categories[category]?.score ?? 0) * 100)

/** Prints the causes of the median run. */
function explain(page: string, category: string, results: Result[]): void {
  const sorted = results.toSorted((a, b) => readScore(a, category) - readScore(b, category))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle) console.error([`\n${page}, ${category}`, ...listCauses(middle, category)].join('\n  '))
}
