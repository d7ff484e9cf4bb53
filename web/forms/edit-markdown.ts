/** Changes of a Markdown text at its selection, each as the text and the selection after it. */

import { joinParts } from '#contract/values/join-parts.ts'

/** A text with its selection, as positions of UTF-16 units. */
export interface Selection {
  value: string
  start: number
  end: number
}

/** Puts a mark around the selection, or takes it away where it is there. */
export function toggleMark({ value, start, end }: Selection, mark: '**' | '*'): Selection {
  const [before, selected, after] = [value.slice(0, start), value.slice(start, end), value.slice(end)]
  if (isMarked(before, after, mark))
    return {
      value: before.slice(0, -mark.length) + selected + after.slice(mark.length),
      start: start - mark.length,
      end: end - mark.length,
    }
  return { value: before + mark + selected + mark + after, start: start + mark.length, end: end + mark.length }
}

/** Two stars are no star: the mark of italics ends where one of bold begins. */
function isMarked(before: string, after: string, mark: '**' | '*'): boolean {
  const isBold = before.endsWith('**') && !before.endsWith('***')
  return before.endsWith(mark) && after.startsWith(mark) && !(mark === '*' && isBold)
}

/** Begins each line of the selection with a prefix, or takes it away where every line has it. */
export function toggleLines({ value, start, end }: Selection, prefix: '# ' | '- '): Selection {
  const from = start === 0 ? 0 : value.lastIndexOf('\n', start - 1) + 1
  const next = value.indexOf('\n', end)
  const to = next < 0 ? value.length : next
  const lines = value.slice(from, to).split('\n')
  const isThere = lines.every((line) => line.startsWith(prefix))
  const changed = lines.map((line) => (isThere ? line.slice(prefix.length) : prefix + line)).join('\n')
  const shift = isThere ? -prefix.length : prefix.length
  const first = Math.max(from, start + shift)
  const last = Math.max(first, from + changed.length - (to - end))
  return { value: value.slice(0, from) + changed + value.slice(to), start: first, end: last }
}

/** Makes the selection the words of a link, whose address is selected then; a selected address becomes the address. */
export function insertLink({ value, start, end }: Selection): Selection {
  const selected = value.slice(start, end)
  const isAddress = /^https?:\/\/\S+$/.test(selected)
  const address = isAddress ? selected : 'https://'
  const link = `[${isAddress ? '' : selected}](${address})`
  const [from, length] = isAddress ? [start + 1, 0] : [start + link.length - 1 - address.length, address.length]
  return { value: value.slice(0, start) + link + value.slice(end), start: from, end: from + length }
}

/** Inserts a picture as a paragraph of its own after the selection. The cursor is behind it then, or where its description is missing. */
export function insertPicture(
  { value, end }: Selection,
  { url, description }: { url: string; description: string },
): Selection {
  const label = description.trim().replace(/[[\]\\]/g, '\\$&')
  const head = joinParts([value.slice(0, end).trimEnd(), `![${label}](${url})`], '\n\n')
  const cursor = label ? head.length : head.length - url.length - 3
  return { value: joinParts([head, value.slice(end).trimStart()], '\n\n'), start: cursor, end: cursor }
}

/**
 * Writes a changed text into a text area. Where it has the focus, undo takes the change back: browsers offer that for `insertText` alone.
 * The form notices it as if it were typed.
 */
export function writeText(area: HTMLInputElement | HTMLTextAreaElement, { value, start, end }: Selection): void {
  const old = area.value
  let [from, rest] = [0, 0]
  while (from < Math.min(old.length, value.length) && old[from] === value[from]) from++
  while (rest < Math.min(old.length, value.length) - from && old.at(-1 - rest) === value.at(-1 - rest)) rest++
  const inserted = value.slice(from, value.length - rest)
  area.setSelectionRange(from, old.length - rest)
  if (document.activeElement === area) document.execCommand(inserted ? 'insertText' : 'delete', false, inserted)
  if (area.value !== value) {
    area.setRangeText(value, 0, area.value.length, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(start, end)
}
