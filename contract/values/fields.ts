/** Fields that several shapes share. */
import { z } from 'zod'
import { addScheme } from './add-scheme.ts'
import { readAsUtc } from './clock-time.ts'
import { MAX_EMAIL_LENGTH, MAX_LINE_LENGTH, MAX_NAME_LENGTH, MAX_RUN_LENGTH, MAX_URL_LENGTH } from './limits.ts'
import { canonicalTimeZone } from './time-zone.ts'

/** NUL, and half of a surrogate pair: PostgreSQL cannot store them. */
const UNSTORABLE_CHARACTER = /[\0\p{Surrogate}]/u

/** Any text of a request. Every text field starts from it, so that unstorable characters are invalid input. */
export const Text = z
  .string()
  .refine((text) => !UNSTORABLE_CHARACTER.test(text), 'has characters that cannot be stored')

/** White space, and characters that take no room or have no shape. No one sees a text of them alone. */
const INVISIBLE = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

function trim(text: string): string {
  return INVISIBLE.test(text) ? '' : text.trim()
}

/** Characters that turn the direction of all that follows them in a paragraph. Source: Unicode Standard Annex 9, 2.1, 2.2 and 2.4 */
const DIRECTION_CHARACTERS = /[\u202a-\u202e\u2066-\u2069]+/g

/**
 * Returns a text that turns nothing around it: a name stands within sentences of ours. They come with what people copy, so that they are removed and
 * not refused. Right-to-left scripts need none of them; their marks and joiners stay.
 */
export function removeDirections(text: string): string {
  return text.replace(DIRECTION_CHARACTERS, '')
}

/** A text without white space at its ends, and without changes of direction. One that no one sees is blank. */
export const TrimmedText = Text.overwrite((text) => trim(removeDirections(text)))

/** Control characters, and the separators of lines and paragraphs. */
const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** A name on one line. Names appear in e-mail headers, files and lists, where a line break could begin something else. */
export const NameText = TrimmedText.refine(
  (text) => !CONTROL_CHARACTER.test(text),
  'Name must not contain line breaks or other control characters',
)

/** A text on one line. */
export const LineText = TrimmedText.refine((text) => !CONTROL_CHARACTER.test(text), 'must be on one line')

/** Control characters other than tabs and line feeds. */
const CONTROL_CHARACTER_IN_LINES = /[^\P{Cc}\t\n]/u

/** A text of several lines for public pages. Line breaks of any system become line feeds. A direction ends with its paragraph, so that they stay. */
export const LinesText = Text.overwrite((text) => trim(text).replace(/\r\n?/g, '\n')).refine(
  (text) => !CONTROL_CHARACTER_IN_LINES.test(text),
  'must not contain control characters',
)

/** Markdown. Its parser takes quadratic time for some lines and some runs without spaces, so that their length is limited. */
export const MarkdownText = LinesText.refine(
  (text) => text.split('\n').every((line) => line.length <= MAX_LINE_LENGTH),
  `must not have a line of more than ${MAX_LINE_LENGTH.toLocaleString('en')} characters`,
).refine(
  (text) => text.split(/[^!-~]+/).every((run) => run.length <= MAX_RUN_LENGTH),
  `must not have more than ${MAX_RUN_LENGTH.toLocaleString('en')} characters without a space`,
)

/** A record's id. The server decides its format: an unknown or malformed id is not found. */
export const Id = Text

/** Milliseconds since 1970 UTC. */
export const Timestamp = z.int()

/** Time on clocks, to the minute: `2027-05-04T18:00`. The time zone is a field beside it. */
export const ClockTime = z
  .string()
  .refine((text) => readAsUtc(text) !== null, 'must be a date and a time, such as 2027-05-04T18:00')

/** A day of the calendar: `2027-05-04`. */
export const Day = z
  .string()
  .refine((text) => /^[12]/.test(text) && readAsUtc(`${text}T00:00`) !== null, 'must be a date, such as 2027-05-04')

/** Compared case-insensitively, so every e-mail is converted to lower case. */
export const Email = Text.trim().toLowerCase().max(MAX_EMAIL_LENGTH).pipe(z.email())

/** In the currency's major unit, with at most its decimals: 49.99. The server checks it against the currency. */
export const Price = z.number().nonnegative()

/** White space, control and invisible characters, backslashes and quotes: browsers remove or rewrite them. Source: WHATWG URL, 4.4 */
const UNSAFE_URL_CHARACTER = /[\s\p{Cc}\p{Cf}\\"<>]/u

/** Any other origin, so that a path that leads elsewhere is noticed. */
const OWN_ORIGIN = 'https://own.invalid'

/** Returns whether a browser reads a text as a path below `/pictures/` or as an https URL without credentials. */
function isImageUrl(text: string): boolean {
  if (UNSAFE_URL_CHARACTER.test(text) || !/^(\/pictures\/[^/]|https:\/\/)/i.test(text)) return false
  if (!URL.canParse(text, OWN_ORIGIN)) return false
  const url = new URL(text, OWN_ORIGIN)
  if (url.username || url.password) return false
  return !text.startsWith('/') || (url.origin === OWN_ORIGIN && url.pathname.startsWith('/pictures/'))
}

/** The URL of an image: a path of our own (`/pictures/…`) or an https URL. Never a script. */
export const ImageUrl = Text.trim().max(MAX_URL_LENGTH).refine(isImageUrl, 'must be an https address')

/** An https URL. `https://` is added where a scheme is missing. */
export const HttpsUrl = Text.trim()
  .overwrite(addScheme)
  .check(z.url({ protocol: /^https$/, error: 'must be an https address' }))
  .max(MAX_URL_LENGTH)

/** A link with its label. */
export const LabeledLink = z.object({
  words: TrimmedText.min(1, 'label is required').max(MAX_NAME_LENGTH),
  address: HttpsUrl,
})
export type LabeledLink = z.infer<typeof LabeledLink>

/** A time zone of the IANA database. The parsed value is its present name. */
export const TimeZone = z
  .string()
  .max(MAX_NAME_LENGTH)
  .transform((name, context) => {
    const zone = canonicalTimeZone(name)
    if (zone === null) context.addIssue('is not a time zone, such as Europe/Oslo')
    return zone ?? z.NEVER
  })

/** A code of ISO 4217, lower case. The server checks that the card provider takes it. */
export const CurrencyCode = LineText.toLowerCase().regex(/^[a-z]{3}$/, 'is not a code of ISO 4217, such as usd')

/** Parameters of a path. */
export const ById = z.object({ id: Id })
export const ByEmail = z.object({ email: Email })

/** The query of a call for the caller's own records, and the rule that it contains the caller's own e-mail. */
export const OwnEmail = z.object({ email: Email })
export const ownQuery = { in: 'query', field: 'email' } as const

export const Inserted = z.object({ insertedId: Id })
export const Modified = z.object({ modifiedCount: z.int() })
export const Deleted = z.object({ deletedCount: z.int() })
