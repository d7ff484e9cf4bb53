import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { AUDIENCES, MAILING_STATES } from '../../../contract/mailings.ts'
import * as Column from '../../platform/exported-tables.ts'
import { classes } from '../classes/classes.table.ts'
import { subscriptions } from '../newsletter/newsletter.table.ts'
import { users } from '../users/users.table.ts'

/** Newsletters and messages to students. Columns are named like the fields of the contract. */
export const mailings = pgTable(
  'mailings',
  {
    id: uuid().primaryKey().defaultRandom(),
    subject: text().notNull(),
    /** Markdown. */
    text: text().notNull(),
    audience: text({ enum: AUDIENCES }).notNull(),
    state: text({ enum: MAILING_STATES }).notNull().default('draft'),
    in_archive: boolean().notNull().default(false),
    /** The last part of its address in the archive. Drafts have none. */
    slug: text().unique(),
    author_id: uuid()
      .notNull()
      .references(() => users.id),
    created_at: bigint({ mode: 'number' }).notNull(),
    /** Time at which it was queued for its recipients. */
    sent_at: bigint({ mode: 'number' }),
    /** Time of the next attempt after the mail server did not respond. */
    paused_until: bigint({ mode: 'number' }),
    /** Grows with every update of the row, by a trigger. `If-Match` is compared with it. */
    version: integer().notNull().default(1),
  },
  (t) => [
    check('mailings_sent', sql`(${t.state} = 'draft') = (${t.sent_at} is null and ${t.slug} is null)`),
    index('mailings_newest').on(t.created_at.desc(), t.id),
  ],
)

/** The classes whose students receive a mailing. */
export const mailingClasses = pgTable(
  'mailing_classes',
  {
    mailing_id: uuid()
      .notNull()
      .references(() => mailings.id, { onDelete: 'cascade' }),
    class_id: uuid()
      .notNull()
      .references(() => classes.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.mailing_id, t.class_id] }), index('mailing_classes_of_class').on(t.class_id)],
)

/** The images in the text of each mailing. */
export const mailingImages = pgTable(
  'mailing_images',
  {
    mailing_id: uuid()
      .notNull()
      .references(() => mailings.id, { onDelete: 'cascade' }),
    image: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.image, t.mailing_id] })],
)

/** `sending`: being handed to the mail server. A process that ends then leaves it so, and it is `unclear` later. */
export const RECIPIENT_STATES = ['queued', 'sending', 'sent', 'failed', 'skipped', 'unclear'] as const

/**
 * The recipients of a mailing, as they were when it was sent. Addresses are those of the subscription or the user, so that unsubscribing
 * leaves none behind.
 */
export const mailingRecipients = pgTable(
  'mailing_recipients',
  {
    id: uuid().primaryKey().defaultRandom(),
    mailing_id: uuid()
      .notNull()
      .references(() => mailings.id, { onDelete: 'cascade' }),
    subscription_id: uuid().references(() => subscriptions.id, { onDelete: 'set null' }),
    user_id: uuid().references(() => users.id),
    state: text({ enum: RECIPIENT_STATES }).notNull().default('queued'),
    /** Attempts that the mail server has deferred. */
    attempts: integer().notNull().default(0),
    /** The earliest time of the next attempt; while `sending`, when that began. */
    due_at: bigint({ mode: 'number' }).notNull().default(0),
    /** The mail server's reason to refuse it. */
    reason: text(),
  },
  (t) => [
    unique('mailing_recipients_subscription').on(t.mailing_id, t.subscription_id),
    unique('mailing_recipients_user').on(t.mailing_id, t.user_id),
    index('mailing_recipients_state').on(t.mailing_id, t.state, t.due_at),
    index('mailing_recipients_of_subscription').on(t.subscription_id),
    index('mailing_recipients_of_user').on(t.user_id),
  ],
)

export const MAILING_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'mailings',
    meaning: 'Newsletters and messages to students.',
    columns: {
      id: Column.id,
      subject: Column.text('subject'),
      text: Column.text('text (Markdown)'),
      audience: Column.text('subscribers or students'),
      state: Column.text('draft, sending, stopped or sent'),
      in_archive: Column.flag('visitors can read it'),
      slug: Column.text('last part of its address in the archive; empty for drafts and messages to students'),
      author_id: Column.reference('users'),
      created_at: Column.createdAt,
      sent_at: Column.time('when it was queued for its recipients; empty for drafts'),
      version: Column.version,
    },
    leftOut: { paused_until: 'when the mail server is tried again' },
  },
  {
    table: 'mailing_classes',
    meaning: 'The classes whose students receive a message.',
    columns: { mailing_id: Column.reference('mailings'), class_id: Column.reference('classes') },
  },
  {
    table: 'mailing_images',
    meaning: 'The pictures in the texts of newsletters and messages.',
    columns: { mailing_id: Column.reference('mailings'), image: Column.text('URL of the picture') },
  },
]
