/** The search of admins over the whole school. */
import { z } from 'zod'
import { ClassStatus } from './classes.ts'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { Role } from './users.ts'
import { Id, Price, Text } from './values/fields.ts'
import { MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH } from './values/limits.ts'

export const SchoolSearch = z.object({ q: Text.trim().min(MIN_SEARCH_LENGTH).max(MAX_SEARCH_LENGTH) })
export type SchoolSearch = z.infer<typeof SchoolSearch>

const FoundPerson = z.object({ _id: Id, name: z.string(), email: z.string(), role: Role })
export type FoundPerson = z.infer<typeof FoundPerson>

const FoundClass = z.object({ _id: Id, className: z.string(), instructorName: z.string(), status: ClassStatus })
export type FoundClass = z.infer<typeof FoundClass>

const FoundPayment = z.object({
  _id: Id,
  receipt: z.int(),
  name: z.string(),
  email: z.string(),
  className: z.string(),
  transactionId: z.string(),
})
export type FoundPayment = z.infer<typeof FoundPayment>

const FoundOrder = z.object({ _id: Id, number: z.int(), name: z.string(), email: z.string() })
export type FoundOrder = z.infer<typeof FoundOrder>

const FoundVoucher = z.object({
  _id: Id,
  last_four: z.string(),
  currency: z.string(),
  amount: Price,
  about: z.string(),
})
export type FoundVoucher = z.infer<typeof FoundVoucher>

/** At most `SEARCH_ROWS` of each, the best first. */
export const FoundInSchool = z.object({
  people: z.array(FoundPerson),
  classes: z.array(FoundClass),
  payments: z.array(FoundPayment),
  /** The order of a number. */
  orders: z.array(FoundOrder),
  /** Those whose code ends so; `about` is the buyer, or why an admin has made it. */
  vouchers: z.array(FoundVoucher),
})
export type FoundInSchool = z.infer<typeof FoundInSchool>

export const searchEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  searchSchool: endpoint({
    method: 'GET',
    path: '/search',
    summary:
      'Finds people by name or e-mail, classes by their words, payments by payer, transaction id or receipt, an order by its number, and vouchers by the last four characters of their codes.',
    access: 'admin',
    query: SchoolSearch,
    response: FoundInSchool,
    rateLimit: { max: 120, minutes: 1 },
  }),
}))
