/** The verbs of admins on slides. Each locks all slides, because a slide moves the others. */
import { eq } from 'drizzle-orm'
import type { CallOptions } from '#contract/call.ts'
import type { ManagedSlide, NewSlide, SlideChange } from '#contract/home.ts'
import { MAX_SLIDES } from '#contract/values/limits.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { filterChanges, listChanges } from '#server/domains/activity/field-changes.ts'
import * as Images from '#server/domains/images/images.ts'
import { AppError, must, orNotFound, requireVersion } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { lockTable } from '#server/platform/database/lock-table.ts'
import { changesCatalogue, inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { slides } from './home.table.ts'

type SlideRow = typeof slides.$inferSelect

/** Returns all slides in their order. */
export async function list(db: Database): Promise<ManagedSlide[]> {
  return (await db.select().from(slides).orderBy(slides.position, slides.id)).map(toSlide)
}

/** Adds a slide, and returns its id. @throws AppError INVALID_INPUT for an unknown image, LIMIT_REACHED */
export async function add(ctx: Context, { img: image, position, ...fields }: NewSlide): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const all = await lockAll(tx)
    if (all.length >= MAX_SLIDES) throw new AppError('LIMIT_REACHED')
    await Images.markUsed(tx, image, 'img')
    const [row] = await tx
      .insert(slides)
      .values({ ...fields, image, position: all.length })
      .returning()
    const created = must(row)
    await arrange(tx, all, created, position ?? all.length)
    await Activity.record(tx, ctx.actor, { action: 'slide_added', subject: created.title, subjectId: created.id })
    changesCatalogue(tx)
    return created.id
  })
}

/**
 * Changes or moves a slide. Returns 0 where nothing differs.
 * @throws AppError NOT_FOUND, CHANGED_MEANWHILE, INVALID_INPUT for an unknown image
 */
export async function change(
  ctx: Context,
  id: string,
  { img, position, ...fields }: SlideChange,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const all = await lockAll(tx)
    const row = orNotFound(all.find((slide) => slide.id === id))
    requireVersion(row, ifMatch)
    // The focal point of one image means nothing for another.
    const isOtherImage = img !== undefined && img !== row.image
    const values = filterChanges(row, { ...(isOtherImage && { focus: '' }), ...fields, image: img })
    if (values.image !== undefined) await Images.markUsed(tx, values.image, 'img')
    if (Object.keys(values).length) await tx.update(slides).set(values).where(eq(slides.id, row.id))
    const isMoved = await arrange(tx, all, row, position)
    if (Object.keys(values).length === 0 && !isMoved) return 0
    const entry = { action: 'slide_changed', subject: row.title, subjectId: row.id } as const
    await Activity.record(tx, ctx.actor, { ...entry, changes: listChanges(row, values, LABELS) })
    changesCatalogue(tx)
    return 1
  })
}

/** Deletes a slide. Returns 1. @throws AppError NOT_FOUND */
export async function remove(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const row = orNotFound((await lockAll(tx)).find((slide) => slide.id === id))
    await tx.delete(slides).where(eq(slides.id, row.id))
    await Activity.record(tx, ctx.actor, { action: 'slide_deleted', subject: row.title, subjectId: row.id })
    changesCatalogue(tx)
    return 1
  })
}

const LABELS = { title: 'Title', description: 'Description', published: 'Published' }

/** Returns all slides in their order, locked until the transaction ends. */
async function lockAll(tx: Transaction): Promise<SlideRow[]> {
  await lockTable(tx, slides)
  return tx.select().from(slides).orderBy(slides.position, slides.id)
}

/** Moves a slide to a place and numbers all slides from 0. Returns whether the order has changed. */
async function arrange(
  tx: Transaction,
  all: SlideRow[],
  row: SlideRow,
  position: number | undefined,
): Promise<boolean> {
  if (position === undefined) return false
  const arranged = all.filter(({ id }) => id !== row.id).toSpliced(position, 0, row)
  const moved = arranged.flatMap((slide, index) => (slide.position === index ? [] : [{ id: slide.id, index }]))
  for (const { id, index } of moved) await tx.update(slides).set({ position: index }).where(eq(slides.id, id))
  return moved.length > 0
}

function toSlide({ id, image, focus, title, description, published, version }: SlideRow): ManagedSlide {
  return { _id: id, img: image, ...(focus && { focus }), title, description, published, version }
}
