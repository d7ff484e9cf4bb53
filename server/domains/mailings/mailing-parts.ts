/** The classes and images of a mailing. */
import { eq } from 'drizzle-orm'
import { classes } from '#server/domains/classes/classes.table.ts'
import { claimImages } from '#server/domains/pages/page-images.ts'
import { AppError, isId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { mailingClasses, mailingImages } from './mailings.table.ts'

const NO_SUCH_CLASS = 'classes: there is no such class'

/** Returns the ids of the classes of a mailing. */
export async function listClassIds(db: Database, id: string): Promise<string[]> {
  const rows = await db.select().from(mailingClasses).where(eq(mailingClasses.mailing_id, id))
  return rows.map(({ class_id }) => class_id).toSorted()
}

/** Claims the images of a text, and stores them. @throws AppError INVALID_INPUT for an unknown image */
export async function storeImages(tx: Transaction, id: string, text: string): Promise<void> {
  const images = await claimImages(tx, text)
  await tx.delete(mailingImages).where(eq(mailingImages.mailing_id, id))
  if (images.length) await tx.insert(mailingImages).values(images.map((image) => ({ mailing_id: id, image })))
}

/** Replaces the classes. @throws AppError INVALID_INPUT for an unknown one */
export async function storeClasses(tx: Transaction, id: string, chosen: string[]): Promise<void> {
  await tx.delete(mailingClasses).where(eq(mailingClasses.mailing_id, id))
  for (const class_id of chosen) {
    const exists = isId(class_id) && (await tx.$count(classes, eq(classes.id, class_id))) === 1
    if (!exists) throw new AppError('INVALID_INPUT', NO_SUCH_CLASS)
    await tx.insert(mailingClasses).values({ mailing_id: id, class_id })
  }
}
