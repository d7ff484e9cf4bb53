/** `npm run bench`: what the README promises, measured beside what it is compared with, in one run. `--write` keeps it there. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { measureKept } from './kept.ts'
import { measureScripts } from './scripts.ts'
import { measureWarmStart } from './warm-start.ts'

const README = join(import.meta.dirname, '../README.md')
const [BEGIN, END] = ['<!-- bench -->', '<!-- /bench -->']

const figures = [...(await measureKept()), await measureScripts(), await measureWarmStart()]
const table = [
  '| figure | measured | limit | |',
  '|---|---|---|---|',
  ...figures.map(({ what, measured, limit, holds }) => `| ${what} | ${measured} | ${limit} | ${holds ? '✓' : '✗'} |`),
].join('\n')
console.log(table)
if (process.argv.includes('--write')) await keepInReadme()
process.exitCode = figures.every(({ holds }) => holds) ? 0 : 1

async function keepInReadme(): Promise<void> {
  const readme = await readFile(README, 'utf8')
  const [before, rest = ''] = readme.split(BEGIN)
  await writeFile(README, `${before}${BEGIN}\n${table}\n${END}${rest.slice(rest.indexOf(END) + END.length)}`)
}
