/** The table of figures in docs/benchmarks.md, whose rows name their part and the day on which they were measured. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Figure } from './figure.ts'

const DOCUMENT = join(import.meta.dirname, '../docs/benchmarks.md')
const [BEGIN, END] = ['<!-- bench -->', '<!-- /bench -->']
const HEADER = ['| part | figure | measured | limit | | on |', '|---|---|---|---|---|---|']

/** Returns a row of the table for each figure of a part. */
export function toRows(part: string, figures: Figure[]): string[] {
  const day = new Date().toISOString().slice(0, 10)
  return figures.map(({ what, measured, limit, holds }) => {
    return `| ${part} | ${what} | ${measured} | ${limit} | ${holds ? '✓' : '✗'} | ${day} |`
  })
}

/** Replaces the rows of a part, in place; those of a new part come last. */
export async function writeFigures(part: string, figures: Figure[]): Promise<void> {
  const document = await readFile(DOCUMENT, 'utf8')
  const [before = '', rest = ''] = document.split(BEGIN)
  const [table = '', after = ''] = rest.split(END)
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !HEADER.includes(line))
  const isOwn = (row: string) => row.startsWith(`| ${part} | `)
  const position = rows.some(isOwn) ? rows.findIndex(isOwn) : rows.length
  const others = rows.filter((row) => !isOwn(row))
  const all = [...HEADER, ...others.toSpliced(position, 0, ...toRows(part, figures))]
  await writeFile(DOCUMENT, `${before}${BEGIN}\n${all.join('\n')}\n${END}${after}`)
}
