/**
 * `npm run bench`: measures the figures of docs/benchmarks.md. Names select parts (`npm run bench -- phone`); `--write` writes all figures
 * to the document.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { measureCached } from './cached.ts'
import type { Figure } from './figure.ts'
import { measureFreshness } from './freshness.ts'
import { measureImages } from './images.ts'
import { measureImport } from './import.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureNewsletter } from './newsletter.ts'
import { measurePhone } from './phone.ts'
import { measurePurchases } from './purchases.ts'
import { measureScripts } from './scripts.ts'
import { measureSearch } from './search.ts'
import { measureSignInCode } from './sign-in-code.ts'
import { measureSignIns } from './sign-ins.ts'
import { measureTables } from './tables.ts'
import { measureWarmStart } from './warm-start.ts'

const PARTS: Record<string, () => Promise<Figure | Figure[]>> = {
  cached: measureCached,
  scripts: measureScripts,
  'sign-in-code': measureSignInCode,
  start: measureWarmStart,
  'sign-ins': measureSignIns,
  freshness: measureFreshness,
  purchases: measurePurchases,
  tables: measureTables,
  search: measureSearch,
  newsletter: measureNewsletter,
  images: measureImages,
  import: measureImport,
  phone: measurePhone,
  lighthouse: measureLighthouse,
}

const DOCUMENT = join(import.meta.dirname, '../docs/benchmarks.md')
const [BEGIN, END] = ['<!-- bench -->', '<!-- /bench -->']

const names = process.argv.slice(2).filter((argument) => argument !== '--write')
const isWriting = process.argv.includes('--write')
checkArguments()

const figures: Figure[] = []
for (const [name, measure] of Object.entries(PARTS)) {
  if (names.length === 0 || names.includes(name)) figures.push(...[await measure()].flat())
}
const table = [
  '| figure | measured | limit | |',
  '|---|---|---|---|',
  ...figures.map(({ what, measured, limit, holds }) => `| ${what} | ${measured} | ${limit} | ${holds ? '✓' : '✗'} |`),
].join('\n')
console.log(table)
if (isWriting) await writeTable()
process.exitCode = figures.every(({ holds }) => holds) ? 0 : 1

function checkArguments(): void {
  const parts = Object.keys(PARTS)
  const unknown = names.filter((name) => !parts.includes(name))
  if (unknown.length > 0) throw new Error(`Unknown part: ${unknown.join(', ')}. Parts: ${parts.join(', ')}.`)
  if (isWriting && names.length > 0) throw new Error('--write needs all parts: leave out the names.')
}

async function writeTable(): Promise<void> {
  const document = await readFile(DOCUMENT, 'utf8')
  const [before, rest = ''] = document.split(BEGIN)
  await writeFile(DOCUMENT, `${before}${BEGIN}\n${table}\n${END}${rest.slice(rest.indexOf(END) + END.length)}`)
}
