/** The rows of the links editor. Each row keeps its key when it moves, so that React keeps its focus. */
import type { LabeledLink } from '#contract/values/fields.ts'

export interface LinkRow {
  key: number
  link: LabeledLink
}

export const EMPTY_LINK: LabeledLink = { words: '', address: '' }

/** Pairs links with their keys. A link without a key came from a reset of the form and gets a negative one. */
export function toRows(links: LabeledLink[], keys: number[]): LinkRow[] {
  return links.map((link, index) => ({ key: keys[index] ?? -index - 1, link }))
}

export function appendRow(rows: LinkRow[], key: number): LinkRow[] {
  return [...rows, { key, link: EMPTY_LINK }]
}

export function removeRow(rows: LinkRow[], index: number): LinkRow[] {
  return rows.toSpliced(index, 1)
}

export function changeRow(rows: LinkRow[], index: number, change: Partial<LabeledLink>): LinkRow[] {
  return rows.map((row, at) => (at === index ? { ...row, link: { ...row.link, ...change } } : row))
}

/** Swaps a row with the one above it. */
export function moveRowUp(rows: LinkRow[], index: number): LinkRow[] {
  return rows.toSpliced(index - 1, 2, ...rows.slice(index - 1, index + 1).toReversed())
}
