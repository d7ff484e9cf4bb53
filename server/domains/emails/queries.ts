/** E-mails with the words that apply to them, as admins see them. */
import { eq } from 'drizzle-orm'
import type { EmailPreview, EmailTemplate, EmailWords, ListedEmail } from '#contract/emails.ts'
import { AppError, orNotFound } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findTemplateProblem } from '#server/platform/mail/check-template.ts'
import { composeExample } from '#server/platform/mail/composer.ts'
import { type EmailMessage, renderParts } from '#server/platform/mail/email-message.ts'
import { type EmailDefinition, listVariables } from '#server/platform/mail/email-template.ts'
import type { Context } from '#server/ports/context.ts'
import { emailTemplates } from './emails.table.ts'

/** E-mails under a heading of the list. */
export interface EmailGroup {
  name: string
  emails: EmailDefinition[]
}

type Row = typeof emailTemplates.$inferSelect
export type Stored = Pick<Row, 'subject' | 'text' | 'version'>

const NEVER_CHANGED: Stored = { subject: null, text: null, version: 0 }
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

/** Returns an e-mail in other words, with example values. @throws AppError NOT_FOUND, INVALID_INPUT */
export function preview(ctx: ExampleContext, groups: EmailGroup[], key: string, words: EmailWords): EmailPreview {
  const { subject, paragraphs } = compose(ctx, groups, key, words)
  return { subject, html: renderParts(paragraphs) }
}

type ExampleContext = Pick<Context, 'mail' | 'publicUrl'>

/** Composes an e-mail in other words, with example values. @throws AppError NOT_FOUND, INVALID_INPUT */
export function compose(
  { mail, publicUrl }: ExampleContext,
  groups: EmailGroup[],
  key: string,
  words: EmailWords,
): Pick<EmailMessage, 'subject' | 'paragraphs'> {
  const { definition } = find(groups, key)
  requireValid(definition, words)
  return composeExample(definition, words, mail.sender, publicUrl)
}

/** Returns the definition of an e-mail, and its group. @throws AppError NOT_FOUND */
export function find(groups: EmailGroup[], key: string) {
  const all = groups.flatMap(({ name, emails }) => emails.map((definition) => ({ group: name, definition })))
  return orNotFound(all.find(({ definition }) => definition.key === key))
}

/** Returns the stored words of an e-mail. */
export async function read(db: Database, key: string): Promise<Stored> {
  const [row] = await db.select().from(emailTemplates).where(eq(emailTemplates.key, key))
  return row ?? NEVER_CHANGED
}

/** Returns the words that an admin sees: the school's, or the default ones. */
export function getWords(definition: EmailDefinition, { subject, text }: Stored): EmailWords {
  return { subject: subject ?? definition.subject, text: text ?? definition.text }
}

/** @throws AppError INVALID_INPUT, with the reason */
export function requireValid(definition: EmailDefinition, words: EmailWords): void {
  const problem = findTemplateProblem(definition, words)
  if (problem) throw new AppError('INVALID_INPUT', problem)
}

function toListed(group: string, definition: EmailDefinition, stored: Stored): ListedEmail {
  const words = getWords(definition, stored)
  const isValid = stored.subject === null || findTemplateProblem(definition, words) === null
  const { key, name, recipient, occasion } = definition
  const state = stored.subject === null ? 'default' : isValid ? 'changed' : 'outdated'
  return { _id: key, group, name, recipient, occasion, subject: words.subject, state, version: stored.version }
}
