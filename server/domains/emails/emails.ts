/** The verbs of admins on the words of e-mails. */
import { eq } from 'drizzle-orm'
import type { CallOptions } from '#contract/call.ts'
import type { EmailChange, EmailPreview, EmailTemplate, EmailWords, ListedEmail } from '#contract/emails.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { filterChanges, listChanges } from '#server/domains/activity/field-changes.ts'
import { AppError, must, orNotFound, requireVersion } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { lockTable } from '#server/platform/database/lock-table.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { findTemplateProblem } from '#server/platform/mail/check-template.ts'
import { renderParts } from '#server/platform/mail/email-message.ts'
import { type EmailDefinition, listVariables } from '#server/platform/mail/email-template.ts'
import { composeExample } from '#server/platform/mail/school-words.ts'
import type { Context } from '#server/ports/context.ts'
import { emailTemplates } from './emails.table.ts'

/** E-mails under a heading of the list. */
export interface EmailGroup {
  name: string
  emails: EmailDefinition[]
}

type Row = typeof emailTemplates.$inferSelect
type Stored = Pick<Row, 'subject' | 'text' | 'version'>

const NEVER_CHANGED: Stored = { subject: null, text: null, version: 0 }
const TEST_NOTE = 'This is a test with example values, which only you received.'

/** Returns all e-mails in their order. */
export async function list(db: Database, groups: EmailGroup[]): Promise<ListedEmail[]> {
  const rows = new Map((await db.select().from(emailTemplates)).map((row) => [row.key, row]))
  return groups.flatMap(({ name, emails }) =>
    emails.map((definition) => toListed(name, definition, rows.get(definition.key) ?? NEVER_CHANGED)),
  )
}

/** Returns an e-mail. @throws AppError NOT_FOUND */
export async function get(db: Database, groups: EmailGroup[], key: string): Promise<EmailTemplate> {
  const { group, definition } = find(groups, key)
  const stored = await read(db, key)
  const words = getWords(definition, stored)
  return {
    ...toListed(group, definition, stored),
    ...words,
    default_subject: definition.subject,
    default_text: definition.text,
    variables: Object.entries(listVariables(definition)).map(([name, { kind, meaning, required = null }]) => {
      return { name, kind, meaning, required }
    }),
    problem: findTemplateProblem(definition, words),
  }
}

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

/** Returns an e-mail in other words, with example values. @throws AppError NOT_FOUND, INVALID_INPUT */
export function preview(
  { mail, publicUrl }: Pick<Context, 'mail' | 'publicUrl'>,
  groups: EmailGroup[],
  key: string,
  words: EmailWords,
): EmailPreview {
  const { definition } = find(groups, key)
  requireValid(definition, words)
  const { subject, paragraphs } = composeExample(definition, words, mail.sender, publicUrl)
  return { subject, html: renderParts(paragraphs) }
}

/** E-mails these words to the actor only, with example values. Returns the address. @throws AppError NOT_FOUND, INVALID_INPUT */
export async function test(ctx: Context, groups: EmailGroup[], key: string, words: EmailWords): Promise<string> {
  const { db, mail, publicUrl, actor } = ctx
  const { definition } = find(groups, key)
  requireValid(definition, words)
  const { subject, paragraphs } = composeExample(definition, words, mail.sender, publicUrl)
  await mail.send(db, { to: actor.email, subject: `Test: ${subject}`, paragraphs: [...paragraphs, TEST_NOTE] })
  return actor.email
}

function find(groups: EmailGroup[], key: string) {
  const all = groups.flatMap(({ name, emails }) => emails.map((definition) => ({ group: name, definition })))
  return orNotFound(all.find(({ definition }) => definition.key === key))
}

async function read(db: Database, key: string): Promise<Stored> {
  const [row] = await db.select().from(emailTemplates).where(eq(emailTemplates.key, key))
  return row ?? NEVER_CHANGED
}

/** Locks all e-mails, because one that was never changed has no row. */
async function lock(tx: Transaction, key: string): Promise<Stored> {
  await lockTable(tx, emailTemplates)
  return read(tx, key)
}

function getWords(definition: EmailDefinition, { subject, text }: Stored): EmailWords {
  return { subject: subject ?? definition.subject, text: text ?? definition.text }
}

function requireValid(definition: EmailDefinition, words: EmailWords): void {
  const problem = findTemplateProblem(definition, words)
  if (problem) throw new AppError('INVALID_INPUT', problem)
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

function toListed(group: string, definition: EmailDefinition, stored: Stored): ListedEmail {
  const words = getWords(definition, stored)
  const isValid = stored.subject === null || findTemplateProblem(definition, words) === null
  const { key, name, recipient, occasion } = definition
  const state = stored.subject === null ? 'default' : isValid ? 'changed' : 'outdated'
  return { _id: key, group, name, recipient, occasion, subject: words.subject, state, version: stored.version }
}
