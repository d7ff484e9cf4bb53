/**
 * `npm run bench`: what the README promises, measured beside what it is compared with, in one run. Names of parts measure only
 * those (`npm run bench -- phone`); `--write` keeps the whole table in the README.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Figure } from './figure.ts'
import { measureFreshness } from './freshness.ts'
import { measureKept } from './kept.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measurePhone } from './phone.ts'
import { measurePictures } from './pictures.ts'
import { measurePurchases } from './purchases.ts'
import { measureScripts } from './scripts.ts'
import { measureSignInCode } from './sign-in-code.ts'
import { measureSignIns } from './sign-ins.ts'
import { measureTables } from './tables.ts'
import { measureWarmStart } from './warm-start.ts'

const PARTS: Record<string, () => Promise<Figure | Figure[]>> = {
  kept: measureKept,
  scripts: measureScripts,
  'sign-in-code': measureSignInCode,
  start: measureWarmStart,
  'sign-ins': measureSignIns,
  freshness: measureFreshness,
  purchases: measurePurchases,
  tables: measureTables,
  pictures: measurePictures,
  phone: measurePhone,
  lighthouse: measureLighthouse,
}

const README = join(import.meta.dirname, '../README.md')
const [BEGIN, END] = ['<!-- bench -->', '<!-- /bench -->']

const wanted = process.argv.slice(2).filter((argument) => argument !== '--write')
const keeps = process.argv.includes('--write')
refuseUnknown()

const figures: Figure[] = []
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length === 0 || wanted.includes(name)) figures.push(...[await measure()].flat())
}
const table = [
  '| figure | measured | limit | |',
  '|---|---|---|---|',
  ...figures.map(({ what, measured, limit, holds }) => `| ${what} | ${measured} | ${limit} | ${holds ? '✓' : '✗'} |`),
].join('\n')
console.log(table)
if (keeps) await keepInReadme()
process.exitCode = figures.every(({ holds }) => holds) ? 0 : 1

function refuseUnknown(): void {
  const parts = Object.keys(PARTS)
  const unknown = wanted.filter((name) => !parts.includes(name))
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${parts.join(', ')}.`)
  if (keeps && wanted.length > 0) throw new Error('The README keeps whole tables only: --write takes no parts.')
}

async function keepInReadme(): Promise<void> {
  const readme = await readFile(README, 'utf8')
  const [before, rest = ''] = readme.split(BEGIN)
  await writeFile(README, `${before}${BEGIN}\n${table}\n${END}${rest.slice(rest.indexOf(END) + END.length)}`)
}
