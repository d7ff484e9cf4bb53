/** The search for classes: its query and the filters that a visitor may choose. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { LEVELS } from './levels.ts'
import { CLASS_SORTS, WEEKDAYS } from './search-keys.ts'
import { readAmount } from './values/amount.ts'
import { Email, Id, Text } from './values/fields.ts'
import { MAX_NAME_LENGTH } from './values/limits.ts'

/** Classes matched by words of which the values of filters are counted. More would take the database too long, and say little. */
export const MAX_COUNTED = 1_000

/** An upper limit of prices in the major unit, above every price. */
const MAX_PRICE = 10_000_000_000

/** Makes a parameter optional: an invalid value counts as absent, since people edit addresses and follow old links. */
function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined)
}

/** A number in decimal notation. The empty text, which a form sends for an empty field, is none. */
const numberText = (number: z.ZodNumber) =>
  z
    .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)])
    .transform(Number)
    .pipe(number)

/** An amount in decimal notation, or as a user types it. An unclear one is none. */
const amountText = z.union([
  numberText(z.number().max(MAX_PRICE)),
  z
    .string()
    .transform((text) => readAmount(text, 2))
    .transform((reading) => (reading && 'amount' in reading ? reading.amount : Number.NaN))
    .pipe(z.number().max(MAX_PRICE)),
])

const Weekday = z
  .union([z.number(), z.string()])
  .transform((day) => WEEKDAYS[/^[0-6]$/.test(`${day}`) ? Number(day) : -1] ?? String(day).toLowerCase())
  .pipe(z.enum(WEEKDAYS))

const Flag = z.union([z.string(), z.number()]).transform(String).pipe(z.literal('1'))

/** The query of a search. Parameters without a meaning are ignored; a query without any is not a search. */
export const ClassSearch = z.object({
  /** Words of the name, the description, the place or the instructor's name. The last letters of each may be missing. */
  q: lenient(Text.trim().min(1).max(MAX_NAME_LENGTH)),
  level: lenient(z.enum(LEVELS)),
  /** The e-mail or the id of an instructor. */
  instructor: lenient(z.union([z.uuid(), Email])),
  /** The highest price of a run, in the major unit. */
  price_max: lenient(amountText),
  /** `1`: only runs with a free seat. */
  free: lenient(Flag),
  /** A month in which a session starts, in the time zone of its run: `2027-01`. */
  month: lenient(z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)),
  /** A weekday on which a session starts, in the time zone of its run: `mon`, or `1`. */
  weekday: lenient(Weekday),
  /** `1`: only online runs; `0`: only runs at a place. */
  online: lenient(
    z
      .union([z.string(), z.number()])
      .transform(String)
      .pipe(z.enum(['0', '1'])),
  ),
  /** Without it: the best matches first if there are words, otherwise the newest. */
  sort: lenient(z.enum(CLASS_SORTS)),
  page: lenient(numberText(z.number().int().min(1).max(1_000_000))),
  rows: lenient(numberText(z.number().int().min(1).max(100))),
})
export type ClassSearch = z.infer<typeof ClassSearch>

/** The number of classes that a value would leave with all other filters applied. Null where the words match more than `MAX_COUNTED`. */
const Count = z.int().nullable()

/** A value of a filter. */
const choice = <Value extends z.ZodType>(value: Value) => z.object({ value, count: Count })

export const ClassFilters = z.object({
  /** The parameters that were understood. */
  applied: ClassSearch.omit({ instructor: true, page: true, rows: true }).partial(),
  /** The instructor of the query. `_id` and `name` are null if there is no such instructor. */
  instructor: z.object({ _id: Id.nullable(), name: z.string().nullable() }).nullable(),
  levels: z.array(choice(z.enum(LEVELS))),
  /** The instructors with the most classes; without counts, the first by name. */
  instructors: z.array(choice(Id).extend({ name: z.string() })),
  /** From this month on. */
  months: z.array(choice(z.string())),
  weekdays: z.array(choice(z.enum(WEEKDAYS))),
  online: z.array(choice(z.enum(['0', '1']))),
  /** Classes with a free seat. */
  free: Count,
})
export type ClassFilters = z.infer<typeof ClassFilters>

export const classSearchEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listClassFilters: endpoint({
    method: 'GET',
    path: '/all-classes/filters',
    summary: 'Returns the values of each filter of a search, with the number of classes for each.',
    access: 'anyone',
    query: ClassSearch,
    response: ClassFilters,
    cached: true,
  }),
}))
