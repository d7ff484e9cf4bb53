/** The cart: classes that a student has selected and not yet paid for. */
import { z } from 'zod'
import { Id, Price, Timestamp } from './fields.ts'

/** The specification's further fields may be sent; the server takes them from the class and the token all the same. */
export const Selection = z.looseObject({ classId: Id })

export const CartItem = z.object({
  _id: Id,
  classId: Id,
  className: z.string(),
  classImage: z.string(),
  userEmail: z.string(),
  price: Price,
  created_at: Timestamp,
})
export type CartItem = z.infer<typeof CartItem>
