/**
 * `npm run bench`: measures the figures of docs/benchmarks.md. Names select parts (`npm run bench -- phone`); `--write` writes what was
 * measured to the document.
 */
import { measureCached } from './cached.ts'
import { measureCritique } from './critique.ts'
import { toRows, writeFigures } from './document.ts'
import type { Figure } from './figure.ts'
import { measureImages } from './images.ts'
import { measureImport } from './import.ts'
import { measureInstall } from './install.ts'
import { measureInstances } from './instances.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureMemory } from './memory.ts'
import { measureNewsletter } from './newsletter.ts'
import { measureOpeningDay } from './opening-day.ts'
import { measurePhone } from './phone.ts'
import { measurePurchases } from './purchases.ts'
import { measureScripts } from './scripts.ts'
import { measureSearch } from './search.ts'
import { measureSizes } from './sizes.ts'
import { measureViewer } from './viewer.ts'
import { measureWaiting } from './waiting.ts'
import { measureWarmStart } from './warm-start.ts'

const PARTS: Record<string, () => Promise<Figure | Figure[]>> = {
  cached: measureCached,
  scripts: measureScripts,
  install: measureInstall,
  start: measureWarmStart,
  memory: measureMemory,
  purchases: measurePurchases,
  waiting: measureWaiting,
  search: measureSearch,
  newsletter: measureNewsletter,
  images: measureImages,
  import: measureImport,
  'opening-day': measureOpeningDay,
  instances: measureInstances,
  sizes: measureSizes,
  critique: measureCritique,
  phone: measurePhone,
  viewer: measureViewer,
  lighthouse: measureLighthouse,
}

const names = process.argv.slice(2).filter((argument) => argument !== '--write')
const unknown = names.filter((name) => !(name in PARTS))
if (unknown.length > 0) throw new Error(`Unknown part: ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.`)

let hold = true
for (const [name, measure] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.includes(name)) continue
  try {
    const figures = [await measure()].flat()
    console.log(toRows(name, figures).join('\n'))
    if (process.argv.includes('--write')) await writeFigures(name, figures)
    hold &&= figures.every(({ holds }) => holds)
  } catch (error) {
    console.error(`${name} could not be measured:`, error)
    hold = false
  }
}
process.exitCode = hold ? 0 : 1
