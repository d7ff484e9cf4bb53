/** Newsletters that visitors can read on the site. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { Text, Timestamp } from './values/fields.ts'

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
