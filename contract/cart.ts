/** The cart: classes that a student has selected and not yet paid for. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { RunStart } from './runs.ts'
import { ById, Deleted, Id, Inserted, OwnEmail, ownQuery, Price, Timestamp } from './values/fields.ts'

/**
 * Without `runId` the earliest run with a free seat is selected. The specification's further fields may be sent; the server ignores
 * them and uses the class and the token.
 */
export const NewCartItem = z.looseObject({ classId: Id, runId: Id.optional() })

export const CartItem = z.object({
  _id: Id,
  classId: Id,
  runId: Id,
  className: z.string(),
  classImage: z.string(),
  instructorName: z.string(),
  userEmail: z.string(),
  price: Price,
  ...RunStart.shape,
  created_at: Timestamp,
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
    summary: 'Selects a class; name, image and price are copied from the class.',
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
  removeCartItem: endpoint({
    method: 'DELETE',
    path: '/cart/{id}',
    summary: "Removes a class from the caller's cart.",
    access: 'student',
    params: ById,
    response: Deleted,
  }),
}))
