/** What somebody may do with all that the school keeps of them: take it out as a file, and end it. */
import { z } from 'zod'
import { CartItem } from './cart.ts'
import { SchoolClass } from './classes.ts'
import { Timestamp } from './fields.ts'
import { EnrolledClass, Payment } from './payments.ts'
import { User } from './users.ts'

/** How somebody signs in, as the identity provider keeps it; never a password, nor what could be used as one. */
export const SignIn = z.object({
  email_verified: z.boolean(),
  /** `password`, or a third party's name. */
  methods: z.array(z.string()),
  sessions: z.array(
    z.object({
      created_at: Timestamp,
      expires_at: Timestamp,
      address: z.string().nullable(),
      browser: z.string().nullable(),
    }),
  ),
})
export type SignIn = z.infer<typeof SignIn>

/** Everything that the school keeps of one user, each part newest first. */
export const AccountData = z.object({
  exported_at: Timestamp,
  user: User,
  sign_in: SignIn,
  selected_classes: z.array(CartItem),
  payments: z.array(Payment),
  enrolled_classes: z.array(EnrolledClass),
  taught_classes: z.array(SchoolClass),
  newsletter: z.object({ asked_at: Timestamp, confirmed_at: Timestamp.nullable() }).nullable(),
})
export type AccountData = z.infer<typeof AccountData>

/** The password, of whoever has one; whoever signs in with a third party must have done so within the last minutes. */
export const Deletion = z.object({ password: z.string().max(128).nullish() })

/** How long ago a sign-in may be that stands for the password, in minutes. */
export const FRESH_SIGN_IN_MINUTES = 10
