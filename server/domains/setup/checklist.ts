/** Open tasks of a new school. Each item is read from what exists, so that no one can tick it. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { CHECKLIST, type Checklist, type ChecklistItem } from '#contract/checklist.ts'
import { slides } from '#server/domains/home/home.table.ts'
import { invitations } from '#server/domains/invitations/invitations.table.ts'
import { isUnreviewed, pages } from '#server/domains/pages/pages.table.ts'
import { payments, webhookEvents } from '#server/domains/payments/payments.table.ts'
import { isSchool, school } from '#server/domains/school/school.table.ts'
import { isNotOfDemo } from '#server/domains/school/set-up.ts'
import { users } from '#server/domains/users/users.table.ts'
import { isNotDeleted } from '#server/domains/users/users.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { RenderedEmail } from '#server/platform/mail/email-message.ts'
import { compose, defineEmail } from '#server/platform/mail/email-template.ts'
import type { Context } from '#server/ports/context.ts'
import { isTestMode } from '#server/settings/cards.ts'
import type { Settings } from '#server/settings/settings.ts'
import { CHECKLIST_ID, checklist } from './checklist.table.ts'

type ChecklistSettings = Pick<Settings, 'cards' | 'mail'>

/** The header that marks a test e-mail. */
const TEST_HEADER = 'X-Test-Email'

export const TEST_EMAIL = defineEmail({
  key: 'test',
  name: 'Test e-mail',
  recipient: 'The admin who asks for it',
  occasion: 'When an admin sends a test e-mail from the checklist',
  subject: 'A test e-mail of {{school_name}}',
  text: `Hello,

You asked {{school_name}} for a test e-mail. It arrived, so e-mail works.`,
  variables: {},
})

/** Returns the condition under which each item is done. A new item is a line here and in the contract. */
function listConditions({ cards }: ChecklistSettings): Record<ChecklistItem, SQL> {
  const isInstructor = and(eq(users.role, 'instructor'), isNotDeleted, isNotOfDemo)
  const isInvited = eq(invitations.role, 'instructor')
  return {
    slides: sql`exists (select from ${slides} where ${slides.published})`,
    instructors: sql`exists (select from ${users} where ${isInstructor}) or exists (select from ${invitations} where ${isInvited})`,
    // Old events are deleted, but the payments that they confirmed stay.
    payments: isTestMode(cards)
      ? sql`false`
      : sql`exists (select from ${webhookEvents}) or exists (select from ${payments})`,
    texts: sql`not exists (select from ${pages} where ${isUnreviewed})`,
    email: sql`exists (select from ${checklist} where ${checklist.emailSentAt} is not null)`,
  }
}

/** Returns the checklist. A school that no owner has set up, such as the demo, has none. */
export async function readChecklist(db: Database, settings: ChecklistSettings): Promise<Checklist> {
  const isDismissed = sql`exists (select from ${checklist} where ${checklist.dismissedAt} is not null)`
  const needed = sql<boolean>`${school.setUpAt} is not null and not ${isDismissed}`
  const conditions = listConditions(settings)
  const fields = Object.fromEntries(CHECKLIST.map((item) => [item, sql<boolean>`(${conditions[item]})`]))
  const [row] = await db
    .select({ ...fields, needed })
    .from(school)
    .where(isSchool)
  const items = CHECKLIST.map((item) => ({ item, done: row?.[item as 'needed'] === true }))
  const isShown = row?.needed === true && items.some(({ done }) => !done)
  return { is_shown: isShown, items, has_mail_server: settings.mail.smtpUrl !== undefined }
}

/** Puts the checklist away. Returns 1. */
export async function putAway(db: Database): Promise<number> {
  await note(db, { dismissedAt: Date.now() })
  return 1
}

/** Queues a test e-mail to the actor. Returns the address. */
export async function sendTestEmail({ db, mail, actor }: Context): Promise<string> {
  await mail.send(db, compose(TEST_EMAIL, actor.email, {}, { [TEST_HEADER]: 'yes' }))
  return actor.email
}

/** Notes the delivery of a test e-mail. Other e-mails are ignored. */
export async function noteDelivery(db: Database, { headers }: RenderedEmail): Promise<void> {
  if (TEST_HEADER in headers) await note(db, { emailSentAt: Date.now() })
}

async function note(db: Database, values: Partial<typeof checklist.$inferInsert>): Promise<void> {
  await db
    .insert(checklist)
    .values({ id: CHECKLIST_ID, ...values })
    .onConflictDoUpdate({ target: checklist.id, set: values })
}
