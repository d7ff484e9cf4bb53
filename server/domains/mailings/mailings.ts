/** The verbs of admins on drafts. A mailing that was sent stays as it is; only its place in the archive can change. */
import { eq } from 'drizzle-orm'
import type { FieldChange } from '#contract/activity.ts'
import type { CallOptions } from '#contract/call.ts'
import type { MailingChange, NewMailing } from '#contract/mailings.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { filterChanges, listChanges } from '#server/domains/activity/field-changes.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { markImagesUsed, toStoredText } from '#server/domains/pages/page-images.ts'
import { AppError, isId, must, orNotFound, parseId, requireVersion } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { changesCatalogue, inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { mailingClasses, mailingImages, mailings } from './mailings.table.ts'

export type MailingRow = typeof mailings.$inferSelect

const NOT_PUBLIC = 'in_archive: messages to students are not public'

/** Returns a mailing. @throws AppError NOT_FOUND */
export async function find(db: Database, id: string): Promise<MailingRow> {
  const [row] = await db
    .select()
    .from(mailings)
    .where(eq(mailings.id, parseId(id)))
  return orNotFound(row)
}

/** Locks a mailing until the transaction ends. @throws AppError NOT_FOUND */
export async function lock(tx: Transaction, id: string): Promise<MailingRow> {
  const [row] = await tx
    .select()
    .from(mailings)
    .where(eq(mailings.id, parseId(id)))
    .for('update')
  return orNotFound(row)
}

/** Adds a draft, and returns its id. @throws AppError INVALID_INPUT for an unknown class or image */
export async function add(ctx: Context, { classes: chosen, ...fields }: NewMailing): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    requireNotPublic(fields)
    const text = toStoredText(fields.text, ctx.publicUrl)
    const values = { ...fields, text, author_id: ctx.actor.id, created_at: Date.now() }
    const [row] = await tx.insert(mailings).values(values).returning()
    const { id, subject } = must(row)
    await storeImages(tx, id, text)
    await storeClasses(tx, id, chosen)
    await Activity.record(tx, ctx.actor, { action: 'mailing_added', subject, subjectId: id })
    return id
  })
}

/**
 * Changes a draft, or the place of a sent mailing in the archive. Returns 0 where nothing differs.
 * @throws AppError NOT_FOUND, CHANGED_MEANWHILE, MAILING_SENT, INVALID_INPUT for an unknown class or image
 */
export async function change(
  ctx: Context,
  id: string,
  { classes: chosen, ...fields }: MailingChange,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const row = await lock(tx, id)
    requireVersion(row, ifMatch)
    const text = fields.text === undefined ? {} : { text: toStoredText(fields.text, ctx.publicUrl) }
    const values = filterChanges(row, { ...fields, ...text })
    requireNotPublic({ ...row, ...values })
    const before = await listClassIds(tx, row.id)
    const isMoved = chosen !== undefined && chosen.toSorted().join() !== before.join()
    const { in_archive, ...words } = values
    if (row.state !== 'draft' && (isMoved || Object.keys(words).length)) throw new AppError('MAILING_SENT')
    if (!isMoved && Object.keys(values).length === 0) return 0
    // The trigger counts a version, also where only the classes differ.
    await tx
      .update(mailings)
      .set({ subject: row.subject, ...values })
      .where(eq(mailings.id, row.id))
    if (values.text !== undefined) await storeImages(tx, row.id, values.text)
    if (isMoved) await storeClasses(tx, row.id, chosen)
    if (in_archive !== undefined && row.state !== 'draft') changesCatalogue(tx)
    await record(ctx, tx, row, values, isMoved)
    return 1
  })
}

/** Deletes a draft. Returns 1. @throws AppError NOT_FOUND, MAILING_SENT */
export async function remove(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const row = await lock(tx, id)
    if (row.state !== 'draft') throw new AppError('MAILING_SENT')
    await tx.delete(mailings).where(eq(mailings.id, row.id))
    await Activity.record(tx, ctx.actor, { action: 'mailing_deleted', subject: row.subject, subjectId: row.id })
    return 1
  })
}

function requireNotPublic({ audience, in_archive }: Pick<MailingRow, 'audience' | 'in_archive'>): void {
  if (audience === 'students' && in_archive) throw new AppError('INVALID_INPUT', NOT_PUBLIC)
}

const LABELS = { subject: 'Subject', audience: 'Recipients', in_archive: 'On our site' }

/** The text is logged as changed only, because it may be long. */
async function record(
  { actor }: Context,
  tx: Transaction,
  row: MailingRow,
  values: Partial<MailingRow>,
  isMoved: boolean,
): Promise<void> {
  const changes: FieldChange[] = listChanges(row, values, LABELS)
  const others = [values.text !== undefined && 'Text', isMoved && 'Classes'].filter(Boolean)
  const message = others.length ? { message: `Changed: ${others.join(', ')}` } : {}
  await Activity.record(tx, actor, {
    action: 'mailing_changed',
    subject: row.subject,
    subjectId: row.id,
    changes,
    ...message,
  })
}

const NO_SUCH_CLASS = 'classes: there is no such class'

/** Returns the ids of the classes of a mailing. */
async function listClassIds(db: Database, id: string): Promise<string[]> {
  const rows = await db.select().from(mailingClasses).where(eq(mailingClasses.mailing_id, id))
  return rows.map(({ class_id }) => class_id).toSorted()
}

/** Marks the images of a text as used, and stores them. @throws AppError INVALID_INPUT for an unknown image */
async function storeImages(tx: Transaction, id: string, text: string): Promise<void> {
  const images = await markImagesUsed(tx, text)
  await tx.delete(mailingImages).where(eq(mailingImages.mailing_id, id))
  if (images.length) await tx.insert(mailingImages).values(images.map((image) => ({ mailing_id: id, image })))
}

/** Replaces the classes. @throws AppError INVALID_INPUT for an unknown one */
async function storeClasses(tx: Transaction, id: string, chosen: string[]): Promise<void> {
  await tx.delete(mailingClasses).where(eq(mailingClasses.mailing_id, id))
  for (const class_id of chosen) {
    const exists = isId(class_id) && (await tx.$count(classes, eq(classes.id, class_id))) === 1
    if (!exists) throw new AppError('INVALID_INPUT', NO_SUCH_CLASS)
    await tx.insert(mailingClasses).values({ mailing_id: id, class_id })
  }
}
