import { foldLetters } from '#contract/values/fold.ts'
import { type FoundPage, SEARCHED_PAGES } from './pages.built.ts'

/** Returns the pages of which every word of a text begins a word; those whose name has them come first. All for a blank text. */
export function findPages(text: string): FoundPage[] {
  const words = toWords(text)
  const hasAll = (name: string) => words.every((word) => toWords(name).some((one) => one.startsWith(word)))
  const matches = SEARCHED_PAGES.filter(({ label, about, words: more = '' }) => hasAll(`${label} ${about} ${more}`))
  return [...matches.filter(({ label }) => hasAll(label)), ...matches.filter(({ label }) => !hasAll(label))]
}

function toWords(text: string): string[] {
  return foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []
}
