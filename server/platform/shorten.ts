/** Returns a text on one line of at most `length` characters. A longer one ends with a whole word, if it has several, and an ellipsis. */
export function shorten(text: string, length: number): string {
  const characters = [...text]
  if (characters.length <= length) return text
  const start = characters.slice(0, length - 1).join('')
  const space = start.search(/\s\S*$/)
  return `${space < 0 ? start : trimMarks(start.slice(0, space))}…`
}

/** Returns a text without the spaces and punctuation at its end. */
function trimMarks(text: string): string {
  let end = text.length
  while (end > 0 && /[\s.,;:!?–—-]/.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
