/** E-mails that admins write: newsletters to subscribers, and messages to the students of chosen classes. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ById, Id, LineText, MarkdownText, Timestamp } from './values/fields.ts'
import { MAX_MAILING_CLASSES, MAX_NAME_LENGTH, MAX_PAGE_TEXT_LENGTH } from './values/limits.ts'
import { listQuery } from './values/pagination.ts'

/** `subscribers`: everyone who has confirmed a subscription. `students`: who is enrolled in the chosen classes. */
export const AUDIENCES = ['subscribers', 'students'] as const
export type Audience = (typeof AUDIENCES)[number]

/** A stopped one can be continued. `sent`: no recipient is left who still gets it. */
export const MAILING_STATES = ['draft', 'sending', 'stopped', 'sent'] as const
export type MailingState = (typeof MAILING_STATES)[number]

const MailingFields = z.object({
  subject: LineText.min(1, 'subject is required').max(MAX_NAME_LENGTH),
  /** Markdown. */
  text: MarkdownText.min(1, 'text is required').max(MAX_PAGE_TEXT_LENGTH),
  audience: z.enum(AUDIENCES),
  /** The ids of the classes of `students`. */
  classes: z
    .array(Id)
    .max(MAX_MAILING_CLASSES)
    .overwrite((ids) => [...new Set(ids)]),
  /** True if visitors can read a newsletter on our site from the moment when it is sent. */
  in_archive: z.boolean(),
})

export const NewMailing = MailingFields.extend({
  audience: MailingFields.shape.audience.default('subscribers'),
  classes: MailingFields.shape.classes.default([]),
  in_archive: z.boolean().default(false),
})
export type NewMailing = z.infer<typeof NewMailing>

/** Absent fields stay as they are. Once it is sent, only `in_archive` can change. */
export const MailingChange = MailingFields.partial()
export type MailingChange = z.infer<typeof MailingChange>

/** Numbers of recipients by state. They add up to `total`. */
export const MailingProgress = z.object({
  total: z.int(),
  /** Waiting, or being sent at this moment. */
  queued: z.int(),
  sent: z.int(),
  /** Refused by the mail server. */
  failed: z.int(),
  /** Unsubscribed, deleted or no longer enrolled since it was queued. */
  skipped: z.int(),
  /** Interrupted while they were handed over. They may have arrived, so they are not sent again. */
  unclear: z.int(),
})
export type MailingProgress = z.infer<typeof MailingProgress>

/** A mailing in the list of admins. */
export const ListedMailing = z.object({
  _id: Id,
  subject: z.string(),
  audience: z.enum(AUDIENCES),
  state: z.enum(MAILING_STATES),
  in_archive: z.boolean(),
  /** The last part of its address in the archive; null for a draft. */
  slug: z.string().nullable(),
  created_at: Timestamp,
  /** Time at which it was queued for its recipients. */
  sent_at: Timestamp.nullable(),
  version: z.int(),
  progress: MailingProgress,
})
export type ListedMailing = z.infer<typeof ListedMailing>

/** A mailing as admins see it. */
export const Mailing = ListedMailing.extend({
  text: z.string(),
  classes: z.array(Id),
  class_names: z.array(z.string()),
  /** Time of the next attempt after the mail server did not respond; null while it responds. */
  paused_until: Timestamp.nullable(),
  /** Some of the recipients that the mail server refused, with its status. */
  failures: z.array(z.object({ email: z.string(), reason: z.string() })),
})
export type Mailing = z.infer<typeof Mailing>

/** A class with students who can be written to, and how many they are. */
export const MailingClass = z.object({ _id: Id, name: z.string(), students: z.int() })
export type MailingClass = z.infer<typeof MailingClass>

export const MailingsQuery = listQuery(['created_at', 'subject'])
export type MailingsQuery = z.infer<typeof MailingsQuery>

export const mailingsEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listMailings: endpoint({
    method: 'GET',
    path: '/mailings',
    summary: 'Lists newsletters and messages to students, drafts too, newest first.',
    access: 'admin',
    query: MailingsQuery,
    response: z.array(ListedMailing),
    paged: true,
  }),
  getMailing: endpoint({
    method: 'GET',
    path: '/mailing/{id}',
    summary: 'Returns a newsletter or message with its Markdown and its progress.',
    access: 'admin',
    params: ById,
    response: Mailing,
  }),
  listMailingClasses: endpoint({
    method: 'GET',
    path: '/mailings/classes',
    summary: 'Lists the classes with enrolled students, by name.',
    access: 'admin',
    response: z.array(MailingClass),
  }),
}))
