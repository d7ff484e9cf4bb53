import type { EmailVariable } from '#contract/emails.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import type { Selection } from '#web/forms/edit-markdown.ts'

/**
 * Returns a text with a variable in the place of its selection, and where the cursor is then. A block gets empty lines around it. Words
 * that were selected become the label of a link.
 */
export function insertVariable(
  { value, start, end }: Selection,
  { name, kind }: Pick<EmailVariable, 'name' | 'kind'>,
): Selection {
  const variable = `{{${name}}}`
  const [before, selected, after] = [value.slice(0, start), value.slice(start, end), value.slice(end)]
  if (kind === 'block') {
    const head = joinParts([before.trimEnd(), variable], '\n\n')
    return place(joinParts([head, after.trimStart()], '\n\n'), head.length)
  }
  const inserted = kind === 'link' && selected.trim() ? `[${selected}](${variable})` : variable
  return place(before + inserted + after, before.length + inserted.length)
}

const place = (value: string, cursor: number): Selection => ({ value, start: cursor, end: cursor })
