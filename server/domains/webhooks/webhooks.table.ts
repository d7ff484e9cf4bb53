import { bigint, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { WEBHOOK_EVENTS } from '../../../contract/webhooks.ts'

const id = () => uuid().primaryKey().defaultRandom()
const time = () => bigint({ mode: 'number' })

/** The webhooks of the school. Their secrets are derived, not stored. */
export const webhooks = pgTable('webhooks', {
  id: id(),
  url: text().notNull(),
  events: text({ enum: WEBHOOK_EVENTS }).array().notNull(),
  /** Counts the secrets. Each is derived from this number. */
  secretRound: integer().notNull().default(1),
  /** Time at which the secret was last replaced. */
  rotatedAt: time(),
  /** The first failed delivery since the last success. */
  failingSince: time(),
  disabledAt: time(),
  createdAt: time().notNull(),
})

export type WebhookRow = typeof webhooks.$inferSelect

/** Messages to webhooks: written in the transaction of the event, with the exact body. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    id: id(),
    webhookId: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    type: text({ enum: WEBHOOK_EVENTS }).notNull(),
    body: text().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [index('webhook_messages_of_webhook').on(t.webhookId), index('webhook_messages_oldest').on(t.createdAt)],
)

/** Attempts to deliver a message. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    messageId: uuid()
      .notNull()
      .references(() => webhookMessages.id, { onDelete: 'cascade' }),
    attempt: integer().notNull(),
    status: integer(),
    problem: text(),
    /** Milliseconds. */
    duration: integer().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [unique('webhook_deliveries_once').on(t.messageId, t.attempt)],
)
