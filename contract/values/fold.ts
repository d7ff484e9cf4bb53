/** Text for searching and sorting. The database has the same rules as `fold_letters` (a test compares them). */

/** Latin letters that Unicode does not decompose into a base letter and marks, and the two forms of the Greek sigma. */
const LETTERS: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ŧ: 't', þ: 'th', ı: 'i', ς: 'σ' },
}

/** Returns a text in lower case, without accents, and with the apostrophes and hyphens of a keyboard. */
export function foldLetters(text: string): string {
  return text
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæœøđðłħŧþıς]/g, (letter) => LETTERS[letter] ?? '')
    .replace(/[\u02bb\u02bc\u2018\u2019\u2032]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
}
