/** Merge fields: `{email}` in the text of a page becomes the school's e-mail address, so that the text stays true when it changes. */

import type { School } from '#contract/school.ts'
import { formatCount } from '#contract/values/count.ts'
import type { Context } from '#server/ports/context.ts'

type Ctx = Pick<Context, 'school' | 'cancelDays'>

const MERGE_FIELD = /\{([a-z_]+)\}/g

/** Where the parts of a text begin that may be left out: at its headings. */
const BEFORE_HEADING = /^(?=#{1,6}[ \t])/m

/** Characters that can have a meaning in Markdown. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g

/**
 * Returns the Markdown with the settings of the school in the place of merge fields. A line with fields that are all blank is left
 * out, and so is a heading without any other line below it. Other words in braces stay.
 */
export function fillIn(markdown: string, ctx: Ctx): string {
  const values = listValues(ctx)
  return markdown
    .split(BEFORE_HEADING)
    .map((part) => fillPart(part, values))
    .join('')
}

function fillPart(part: string, values: Map<string, string>): string {
  const lines = part.split('\n')
  const left = lines.filter((line) => !isBlank(line, values))
  const [first = '', ...others] = left
  if (left.length < lines.length && first.startsWith('#') && others.every((line) => line.trim() === '')) return ''
  return left.join('\n').replace(MERGE_FIELD, (field, name) => values.get(name) ?? field)
}

/** Returns whether a line has merge fields, and all of them are blank. */
function isBlank(line: string, values: Map<string, string>): boolean {
  const own = [...line.matchAll(MERGE_FIELD)].flatMap(([, name = '']) => values.get(name) ?? [])
  return own.length > 0 && own.every((value) => value === '')
}

/** Returns the merge fields with their values as Markdown. */
function listValues({ school: { current }, cancelDays }: Ctx): Map<string, string> {
  const { name, address, email, phone } = current
  return new Map([
    ['name', escapeMarkdown(name)],
    ['address', escapeMarkdown(address)],
    ['name_and_address', escapeMarkdown([name, address].filter(Boolean).join(', '))],
    ['email', `[${escapeMarkdown(email)}](<mailto:${email}>)`],
    ['phone', phone && `[${escapeMarkdown(phone)}](tel:${phone.replaceAll(/[^\d+]/g, '')})`],
    ['opening_hours', escapeMarkdown(current.opening_hours)],
    ['networks', listNetworks(current)],
    ['cancel_days', formatCount(cancelDays, 'day')],
    ['cancellation_terms', escapeMarkdown(current.cancellation_terms)],
  ])
}

function escapeMarkdown(text: string): string {
  return text.replace(PUNCTUATION, '\\$&')
}

function listNetworks({ social, professional, photos }: School): string {
  const networks = [
    ['Social network', social],
    ['Professional network', professional],
    ['Photo sharing', photos],
  ]
  const items = networks.map(([label, url]) => url && `- [${label}](<${new URL(url).href}>)`)
  return items.filter(Boolean).join('\n')
}
