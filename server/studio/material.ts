/** What an instructor gives to those who are enrolled in a class. */
import { eq } from 'drizzle-orm'
import type { CallOptions } from '#contract/call.ts'
import type { KeptMaterial, Material } from '#contract/classes.ts'
import { findClass, lockClass, refuseChanged } from '#server/classes/class-row.ts'
import { materials } from '#server/classes/classes.table.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { transaction } from '#server/database/transaction.ts'

const NOTHING: KeptMaterial = { text: '', links: [], version: 0 }

/** The material of a class of the actor's. @throws Refusal NOT_FOUND */
export async function get({ db, actor }: Context, id: string): Promise<KeptMaterial> {
  const { id: classId } = await findClass(db, id, actor.id)
  return find(db, classId)
}

/** Puts material in the place of what was there. @throws Refusal NOT_FOUND, CHANGED_MEANWHILE */
export async function change(
  { db, actor }: Context,
  id: string,
  { text, links }: Material,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  return transaction(db, async (tx) => {
    const { id: classId } = await lockClass(tx, id, { instructorId: actor.id })
    refuseChanged(await find(tx, classId), ifMatch)
    const values = { text, links, updatedAt: Date.now() }
    await tx
      .insert(materials)
      .values({ classId, ...values })
      .onConflictDoUpdate({ target: materials.classId, set: values })
    return 1
  })
}

async function find(tx: Database, classId: string): Promise<KeptMaterial> {
  const [row] = await tx
    .select({ text: materials.text, links: materials.links, version: materials.version })
    .from(materials)
    .where(eq(materials.classId, classId))
  return row ?? NOTHING
}
