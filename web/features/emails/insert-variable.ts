import type { EmailVariable } from '#contract/emails.ts'

/** A text with its selection. */
export interface Selection {
  value: string
  start: number
  end: number
}

/**
 * Returns a text with a variable in the place of its selection, and where the cursor is then. A block gets empty lines around it. Words
 * that were selected become the label of a link.
 */
export function insertVariable(
  { value, start, end }: Selection,
  { name, kind }: Pick<EmailVariable, 'name' | 'kind'>,
): { value: string; cursor: number } {
  const variable = `{{${name}}}`
  const [before, selected, after] = [value.slice(0, start), value.slice(start, end), value.slice(end)]
  if (kind === 'block') {
    const head = [before.trimEnd(), variable].filter(Boolean).join('\n\n')
    return { value: [head, after.trimStart()].filter(Boolean).join('\n\n'), cursor: head.length }
  }
  const inserted = kind === 'link' && selected.trim() ? `[${selected}](${variable})` : variable
  return { value: before + inserted + after, cursor: before.length + inserted.length }
}
