/** The newsletter: an address is asked for, confirmed by a link in a mail, and let go by another. */
import { z } from 'zod'
import { Email } from './fields.ts'

export const NewsletterRequest = z.object({ email: Email })

/** What a link in a mail carries. */
export const NewsletterToken = z.object({ token: z.string().min(1).max(200) })

/** The same for an address that is new, waiting or subscribed: the answer tells nobody who reads the newsletter. */
export const Accepted = z.object({ accepted: z.literal(true) })
export const Confirmed = z.object({ confirmed: z.literal(true) })
export const Unsubscribed = z.object({ unsubscribed: z.literal(true) })
