/** The cart: classes that a student has selected and not yet paid for. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { RunStart } from './runs.ts'
import { ById, Deleted, Id, Inserted, Modified, OwnEmail, ownQuery, Price, Timestamp } from './values/fields.ts'
import { MAX_PARTY } from './values/limits.ts'

/** Seats to buy at once: that of the buyer, and others. */
const Seats = z.int().min(1).max(MAX_PARTY)

/**
 * Without `runId` the earliest run with so many free seats is selected. The specification's further fields may be sent; the server ignores
 * them and uses the class and the token. A client may send the whole class, whose `seats` are the free ones: with its `enroll` beside
 * them, one seat is selected.
 *
 * A student has one seat of a class. With `for_others: true` beside `seats` and `runId`, who has a seat of that date selects further ones, to pass
 * on to other people.
 */
export const NewCartItem = z.preprocess(
  (body) => (isWholeClass(body) ? { ...body, seats: 1, for_others: false } : body),
  z.looseObject({ classId: Id, runId: Id.optional(), seats: Seats.optional(), for_others: z.boolean().optional() }),
)

export type NewCartItem = z.infer<typeof NewCartItem>

function isWholeClass(body: unknown): body is object {
  return typeof body === 'object' && body !== null && 'enroll' in body && 'seats' in body
}

/**
 * Reason that an item cannot be paid: `unavailable`, its class is no longer offered; `enrolled`, the student is in the class already; or its date is
 * `canceled`, `over`, `closed` for enrolling or `sold_out`. One that is `dearer` can be paid once its student accepts the price.
 */
export const CartProblem = z.enum(['unavailable', 'enrolled', 'canceled', 'over', 'closed', 'sold_out', 'dearer'])
export type CartProblem = z.infer<typeof CartProblem>

/** A date of the class that can be selected instead. */
export const CartDate = z.object({ _id: Id, ...RunStart.shape, price: Price })
export type CartDate = z.infer<typeof CartDate>

export const CartItem = z.object({
  _id: Id,
  classId: Id,
  runId: Id,
  className: z.string(),
  classImage: z.string(),
  instructorName: z.string(),
  userEmail: z.string(),
  seats: z.int(),
  /** True if the student has a seat of the date already, and passes these on. */
  for_others: z.boolean(),
  /** The price of one seat now. */
  price: Price,
  /** The price of all seats. */
  total: Price,
  ...RunStart.shape,
  /** Sessions of the date; 0 for an open run. */
  sessions: z.int(),
  /** The name of the place; null without one, and online. */
  place: z.string().nullable(),
  online: z.boolean(),
  created_at: Timestamp,
  problem: CartProblem.nullable(),
  /** The price of one seat that the student has seen, of the selection or accepted later. */
  selected_price: Price,
  /** Other dates with free seats, in order of their start; none where the class is unavailable or the student enrolled. */
  dates: z.array(CartDate),
})
export type CartItem = z.infer<typeof CartItem>

export const cartEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listCart: endpoint({
    method: 'GET',
    path: '/cart',
    summary: "Lists the caller's selected classes, newest first. Instructors and admins have none.",
    access: 'user',
    own: ownQuery,
    query: OwnEmail,
    response: z.array(CartItem),
  }),
  selectClass: endpoint({
    method: 'POST',
    path: '/cart/class',
    summary:
      'Selects a class; name, image and price are copied from the class. It replaces an item of the class that has a problem.',
    access: 'student',
    body: NewCartItem,
    response: Inserted,
  }),
  getCartItem: endpoint({
    method: 'GET',
    path: '/cart/{id}',
    summary: "Returns one of the caller's selected classes.",
    access: 'student',
    params: ById,
    response: CartItem,
  }),
  acceptPrice: endpoint({
    method: 'POST',
    path: '/cart/{id}/price',
    summary: "Accepts the price that one of the caller's selected classes has now.",
    access: 'student',
    params: ById,
    body: z.object({ price: Price }),
    response: Modified,
  }),
  changeCartDate: endpoint({
    method: 'POST',
    path: '/cart/{id}/date',
    summary:
      "Replaces one of the caller's selected classes by another run of the same class, or by another number of seats. Its hold is released.",
    access: 'student',
    params: ById,
    body: z.object({ runId: Id, seats: Seats.optional() }),
    response: Inserted,
  }),
  removeCartItem: endpoint({
    method: 'DELETE',
    path: '/cart/{id}',
    summary: "Removes a class from the caller's cart.",
    access: 'student',
    params: ById,
    response: Deleted,
  }),
}))
