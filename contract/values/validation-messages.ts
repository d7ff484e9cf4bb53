/** Zod's messages in plain English, as a zod locale. Server and browser set it with `z.config`. */
import type { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/**
 * @param named whether a message begins with the field's name, for forms: `class name should have at most 200 characters`. The API
 * and the settings put the name of the field before the message.
 */
export function plainEnglish({ named = true } = {}): { localeError: z.core.$ZodErrorMap } {
  return { localeError: (issue) => (named ? `${toLabel(issue.path)} ${phrase(issue)}` : phrase(issue)) }
}

/** `['links', 0, 'className']` → `class name`. */
function toLabel(path: PropertyKey[] = []): string {
  const key = path.findLast((part) => typeof part === 'string') ?? 'this'
  return key.replaceAll(/_+|(?=[A-Z])/g, ' ').toLowerCase()
}

function phrase(issue: Issue): string {
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value'))
    return 'is required'
  if (issue.code === 'invalid_type') return `must be ${TYPES[issue.expected] ?? issue.expected}`
  if (issue.code === 'too_small') return phraseLimit(issue.origin, issue.minimum, issue.inclusive, LOWER)
  if (issue.code === 'too_big') return phraseLimit(issue.origin, issue.maximum, issue.inclusive, UPPER)
  if (issue.code === 'invalid_format') return phraseFormat(issue)
  if (issue.code === 'invalid_value') return `must be ${new Intl.ListFormat('en', OR).format(issue.values.map(String))}`
  if (issue.code === 'not_multiple_of') return `must be a multiple of ${issue.divisor}`
  if (issue.code === 'unrecognized_keys') return `has unknown fields: ${issue.keys.join(', ')}`
  return 'is not valid'
}

const OR = { type: 'disjunction' } as const

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  date: 'a date',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  file: 'a file',
}

const LOWER = { words: 'at least', exclusive: 'more than' }
const UPPER = { words: 'at most', exclusive: 'less than' }

const UNITS: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  file: ['byte', 'bytes'],
}

function phraseLimit(origin: string, limit: number | bigint, inclusive = true, bound = LOWER): string {
  const amount = `${inclusive ? bound.words : bound.exclusive} ${limit.toLocaleString('en')}`
  const units = UNITS[origin]
  if (!units) return `must be ${amount}`
  if (bound === LOWER && Number(limit) === 1) return 'is required'
  return `should have ${amount} ${units[Number(limit) === 1 ? 0 : 1]}`
}

const FORMATS: Record<string, string> = {
  email: 'must be an e-mail address',
  url: 'must be a URL, such as https://example.org',
}

function phraseFormat({ format, prefix }: { format: string; prefix?: string }): string {
  return prefix ? `must start with ${prefix}` : (FORMATS[format] ?? 'has the wrong format')
}
