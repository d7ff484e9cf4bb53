/** The words of a search. They are letters and digits only, so that they are safe inside a tsquery. */
import { foldLetters } from '#contract/values/fold.ts'
import { MAX_WORDS } from '#server/platform/database/lists.ts'

/** Returns the words of a text like the database's `fold_text`: in lower case, without accents, each once. */
export function toWords(text: string): string[] {
  const words = foldLetters(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return [...new Set(words)].slice(0, MAX_WORDS)
}
