/** The verbs of admins on the words of e-mails. */
import type { CallOptions } from '#contract/call.ts'
import type { EmailChange, EmailWords } from '#contract/emails.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { filterChanges, listChanges } from '#server/domains/activity/field-changes.ts'
import { must, requireVersion } from '#server/platform/app-error.ts'
import { lockTable } from '#server/platform/database/lock-table.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { EmailDefinition } from '#server/platform/mail/email-template.ts'
import type { Context } from '#server/ports/context.ts'
import { emailTemplates } from './emails.table.ts'
import { compose, type EmailGroup, find, getWords, read, requireValid, type Stored } from './queries.ts'

const TEST_NOTE = 'This is a test with example values, which only you received.'

/**
 * Changes the words of an e-mail. Returns 0 where nothing differs.
 * @throws AppError NOT_FOUND, CHANGED_MEANWHILE, INVALID_INPUT
 */
export async function change(
  ctx: Context,
  groups: EmailGroup[],
  key: string,
  input: EmailChange,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  const { definition } = find(groups, key)
  return inTransaction(ctx, async (tx) => {
    const stored = await lock(tx, key)
    requireVersion(stored, ifMatch)
    const before = getWords(definition, stored)
    const after = { ...before, ...filterChanges(before, input) }
    requireValid(definition, after)
    const isDefault = after.subject === definition.subject && after.text === definition.text
    return write(ctx, tx, definition, { stored, after: isDefault ? null : after })
  })
}

/** Goes back to the default words. Returns 0 where they apply already. @throws AppError NOT_FOUND, CHANGED_MEANWHILE */
export async function reset(
  ctx: Context,
  groups: EmailGroup[],
  key: string,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  const { definition } = find(groups, key)
  return inTransaction(ctx, async (tx) => {
    const stored = await lock(tx, key)
    requireVersion(stored, ifMatch)
    return write(ctx, tx, definition, { stored, after: null })
  })
}

/** E-mails these words to the actor only, with example values. Returns the address. @throws AppError NOT_FOUND, INVALID_INPUT */
export async function test(ctx: Context, groups: EmailGroup[], key: string, words: EmailWords): Promise<string> {
  const { db, mail, actor } = ctx
  const { subject, paragraphs } = compose(ctx, groups, key, words)
  await mail.send(db, { to: actor.email, subject: `Test: ${subject}`, paragraphs: [...paragraphs, TEST_NOTE] })
  return actor.email
}

/** Locks all e-mails, because one that was never changed has no row. */
async function lock(tx: Transaction, key: string): Promise<Stored> {
  await lockTable(tx, emailTemplates)
  return read(tx, key)
}

/** @param after the new words; null for the default. The text is logged as changed only, because it may be long. */
async function write(
  { actor }: Context,
  tx: Transaction,
  definition: EmailDefinition,
  { stored, after }: { stored: Stored; after: EmailWords | null },
): Promise<number> {
  const values = after ?? { subject: null, text: null }
  if (values.subject === stored.subject && values.text === stored.text) return 0
  const [row] = await tx
    .insert(emailTemplates)
    .values({ key: definition.key, ...values })
    .onConflictDoUpdate({ target: emailTemplates.key, set: values })
    .returning()
  const before = getWords(definition, stored)
  const differing = filterChanges(before, after ?? { subject: definition.subject, text: definition.text })
  await Activity.record(tx, actor, {
    action: after ? 'email_changed' : 'email_reset',
    subject: definition.name,
    subjectId: must(row).id,
    changes: listChanges(before, differing, { subject: 'Subject' }),
    ...(differing.text !== undefined && { message: 'Changed: Text' }),
  })
  return 1
}
