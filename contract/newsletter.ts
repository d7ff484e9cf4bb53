/** The newsletter: a subscription is requested, then confirmed by a link in an e-mail, and ended by another link. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { Email, Text, Timestamp } from './values/fields.ts'

export const NewsletterRequest = z.object({ email: Email })

/** The token in the link of an e-mail. */
export const NewsletterToken = z.object({ token: Text.min(1).max(200) })

/** The same for a new, pending or subscribed e-mail address, so that it does not reveal who reads the newsletter. */
export const Accepted = z.object({ accepted: z.literal(true) })
export const Confirmed = z.object({ confirmed: z.literal(true) })
export const Unsubscribed = z.object({ unsubscribed: z.literal(true) })

export const newsletterEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  subscribeToNewsletter: endpoint({
    method: 'POST',
    path: '/newsletter',
    summary:
      'Sends an e-mail with a confirmation link; the response does not reveal whether the e-mail address is already subscribed.',
    access: 'anyone',
    body: NewsletterRequest,
    response: Accepted,
    // A classroom behind one address may subscribe at once.
    rateLimit: { max: 60, minutes: 10 },
  }),
  countSubscribers: endpoint({
    method: 'GET',
    path: '/newsletter/subscribers/count',
    summary: 'Counts the subscribers who have confirmed their address, and whom e-mails reach.',
    access: 'admin',
    response: z.object({ subscribers: z.int() }),
  }),
  confirmNewsletter: endpoint({
    method: 'POST',
    path: '/newsletter/confirm',
    summary: 'Confirms a subscription by the token of its link, which is valid for 7 days. Idempotent.',
    access: 'anyone',
    body: NewsletterToken,
    response: Confirmed,
  }),
  unsubscribeFromNewsletter: endpoint({
    method: 'POST',
    path: '/newsletter/unsubscribe',
    summary: 'Ends a subscription by the token of its link. Idempotent.',
    access: 'anyone',
    body: NewsletterToken,
    response: Unsubscribed,
  }),
}))

/** A newsletter in the archive. */
export const ArchivedMailing = z.object({ slug: z.string(), subject: z.string(), sent_at: Timestamp })
export type ArchivedMailing = z.infer<typeof ArchivedMailing>

/** A newsletter as visitors read it. */
export const ShownMailing = ArchivedMailing.extend({
  /** One or two sentences for search engines. */
  description: z.string(),
  /** Safe to insert. */
  html: z.string(),
})
export type ShownMailing = z.infer<typeof ShownMailing>

export const newsletterArchiveEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listArchive: endpoint({
    method: 'GET',
    path: '/newsletter/archive',
    summary: 'Lists the newsletters that visitors can read, newest first.',
    access: 'anyone',
    response: z.array(ArchivedMailing),
    cached: true,
    seats: 'none',
  }),
  getShownMailing: endpoint({
    method: 'GET',
    path: '/newsletter/archive/{slug}',
    summary: 'Returns a newsletter that visitors can read.',
    access: 'anyone',
    params: z.object({ slug: Text }),
    response: ShownMailing,
    cached: true,
    seats: 'none',
  }),
}))
