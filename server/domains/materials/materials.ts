/** The verbs on the material that an instructor gives to the students of a class. */
import { eq } from 'drizzle-orm'
import type { CallOptions } from '#contract/call.ts'
import type { Material, ShownMaterial, VersionedMaterial } from '#contract/materials.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import type { PrivateLinks } from '#server/domains/images/private-links.ts'
import { requireVersion } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { renderMarkdown } from '#server/platform/markdown.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import * as Files from './material-files.ts'
import { materials } from './materials.table.ts'

const NO_MATERIAL = { text: '', links: [], version: 0 }

/** Returns the material of one of the actor's classes. @throws AppError NOT_FOUND */
export async function get({ db, actor }: Context, links: PrivateLinks, id: string): Promise<VersionedMaterial> {
  const { id: classId } = await Classes.find(db, id, actor.id)
  const stored = await find(db, classId)
  const files = await Files.list(db, classId, { links, userId: actor.id })
  return { ...stored, html: renderMarkdown(stored.text), files }
}

/** Returns the material of a class as its students see it, or null where there is none. */
export async function readShown(
  { db, actor }: Context,
  links: PrivateLinks,
  classId: string,
): Promise<ShownMaterial | null> {
  const { version, text, links: web } = await find(db, classId)
  const files = await Files.list(db, classId, { links, userId: actor.id })
  return version === 0 && files.length === 0 ? null : { text, links: web, html: renderMarkdown(text), files }
}

/** Replaces the material of one of the actor's classes. @throws AppError NOT_FOUND, CHANGED_MEANWHILE */
export async function save(
  ctx: Context,
  id: string,
  { text, links }: Material,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { id: classId } = await Classes.lock(tx, id, { instructorId: ctx.actor.id })
    requireVersion(await find(tx, classId), ifMatch)
    const values = { text, links, updatedAt: Date.now() }
    await tx
      .insert(materials)
      .values({ classId, ...values })
      .onConflictDoUpdate({ target: materials.classId, set: values })
    return 1
  })
}

/** Deletes the material of a class. */
export async function remove(tx: Transaction, ctx: SystemContext, classId: string): Promise<void> {
  await Files.removeOfClass(tx, ctx, classId)
  await tx.delete(materials).where(eq(materials.classId, classId))
}

async function find(db: Database, classId: string): Promise<Material & { version: number }> {
  const [row] = await db
    .select({ text: materials.text, links: materials.links, version: materials.version })
    .from(materials)
    .where(eq(materials.classId, classId))
  return row ?? NO_MATERIAL
}
