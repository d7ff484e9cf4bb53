/** Fields that several shapes share. */
import { z } from 'zod'

/** A record's id. Its form is the server's business: an unknown or ill-formed one is simply not found. */
export const Id = z.string()

/** Milliseconds since 1970 UTC. */
export const Timestamp = z.int()

/** Compared without regard to case, so brought to lower case wherever it enters. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email())

/** In the currency's major unit, at most its decimals: 49.99. The server checks it against the currency. */
export const Price = z.number().nonnegative()

/** Where a picture is: an address of our own (`/pictures/…`) or an https one. Never a script. */
export const PictureUrl = z
  .string()
  .trim()
  .max(2048)
  .refine((url) => /^\/(?!\/)/.test(url) || /^https:\/\/[^\s]+$/i.test(url), 'must be an https address')

/** What a query that asks for one's own things carries. */
export const OwnEmail = z.object({ email: Email })

export const Inserted = z.object({ insertedId: Id })
export const Modified = z.object({ modifiedCount: z.int() })
export const Deleted = z.object({ deletedCount: z.int() })
