/** Subscribers, drafts and their progress, for tests. */
import { randomBytes } from 'node:crypto'
import { api } from '../contract/api.ts'
import type { NewMailing } from '../contract/mailings.ts'
import { subscriptions } from '../server/domains/newsletter/newsletter.table.ts'
import type { TestApplication } from './application.ts'
import type { Visitor } from './visitor.ts'

type Subscription = typeof subscriptions.$inferSelect

/** Creates subscriptions that are confirmed. Returns their addresses. */
export async function haveSubscribers(
  { services }: TestApplication,
  count: number,
  values: Partial<Subscription> = {},
): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    email: `reader-${randomBytes(6).toString('hex')}@example.test`,
    requestedAt: 1,
    confirmedAt: 1,
    ...values,
  }))
  await services.db.insert(subscriptions).values(rows)
  return rows.map(({ email }) => email)
}

/** Adds a draft. Returns its id. */
export async function haveDraft(admin: Visitor, more: Partial<NewMailing> = {}): Promise<string> {
  const body = { subject: 'Autumn light', text: 'Fog is **coming**.', ...more } as NewMailing
  return (await admin.call(api.addMailing, { body })).insertedId
}

/** Adds a draft and queues it for its recipients. Returns its id. */
export async function haveSent(admin: Visitor, more: Partial<NewMailing> = {}): Promise<string> {
  const id = await haveDraft(admin, more)
  await admin.call(api.sendMailing, { params: { id } })
  return id
}

export async function readProgress(admin: Visitor, id: string) {
  return (await admin.call(api.getMailing, { params: { id } })).progress
}
