/** Returns a text on one line of at most `length` characters. A longer one ends with a whole word, if it has several, and an ellipsis. */
export function shorten(text: string, length: number): string {
  const characters = [...text]
  if (characters.length <= length) return text
  const start = characters.slice(0, length - 1).join('')
  return `${start.replace(/[.,;:!?–—-]*\s+\S*$/, '')}…`
}
