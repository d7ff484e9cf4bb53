/** The words of a search. They are letters and digits only, so that they are safe inside a tsquery. */

/** Words beyond this number are ignored. */
const MAX_WORDS = 10

/** Returns the words of a text like the database's `fold_text`: in lower case, without accents, each once. */
export function toWords(text: string): string[] {
  const folded = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  const words = folded.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  return [...new Set(words)].slice(0, MAX_WORDS)
}
