/** The verbs on an instructor's own classes. Above carts and payments, since what is changed may be in somebody's hands. */
import { and, eq } from 'drizzle-orm'
import type { FieldChange } from '#contract/activity.ts'
import type { CallOptions } from '#contract/call.ts'
import { priceProblem } from '#contract/class-price.ts'
import type { ClassChange, NewClass } from '#contract/classes.ts'
import { formatMoney, toMinor } from '#contract/money.ts'
import * as Activity from '#server/activity/activity.ts'
import * as Cart from '#server/cart/cart.ts'
import { type ClassRow, lockClass } from '#server/classes/class-row.ts'
import { classes, materials } from '#server/classes/classes.table.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { transaction } from '#server/database/transaction.ts'
import { attempts, enrolments } from '#server/payments/payments.table.ts'
import { close } from '#server/payments/settle.ts'
import * as Pictures from '#server/pictures/pictures.ts'
import { orNotFound, Refusal } from '#server/refusal.ts'

/** How often attempts at an old price are ended before somebody is told to try again: each time, others may have begun. */
const ROUNDS = 3

/**
 * Adds a class of the actor's, which waits for approval.
 * @throws Refusal INVALID_INPUT for a price that cannot be charged, or a picture that is not there
 */
export async function add(ctx: Context, { className, classImage, seats, price }: NewClass): Promise<string> {
  const values = {
    instructorId: ctx.actor.id,
    name: className,
    image: classImage,
    priceMinor: minorOf(ctx, price),
    seats,
    offered: seats,
    createdAt: Date.now(),
  }
  return transaction(ctx.db, async (tx) => {
    await Pictures.take(tx, classImage)
    const [created] = await tx.insert(classes).values(values).returning({ id: classes.id })
    return orNotFound(created).id
  })
}

/**
 * Changes a class of the actor's. Attempts to pay its old price are ended first. A denied class waits for approval again; what is
 * changed of an approved one is recorded. Answers 0 where nothing is different.
 * @throws Refusal NOT_FOUND, INVALID_INPUT, CHANGED_MEANWHILE, CLASS_WITHDRAWN, BEING_PAID
 */
export async function change(ctx: Context, id: string, said: ClassChange, options: CallOptions = {}): Promise<number> {
  const priceMinor = said.price === undefined ? undefined : minorOf(ctx, said.price)
  for (let round = 1; round <= ROUNDS; round++) {
    const outcome = await transaction(ctx.db, (tx) => write({ ...ctx, db: tx }, id, { ...said, priceMinor }, options))
    if (typeof outcome === 'number') {
      if (outcome) ctx.catalogue.changed()
      return outcome
    }
    for (const attempt of outcome.atOldPrice) await close(ctx, attempt)
  }
  throw new Refusal('BEING_PAID')
}

/** Takes a class of the actor's away for good. @throws Refusal NOT_FOUND, CLASS_HAS_STUDENTS, BEING_PAID */
export async function remove(ctx: Context, id: string): Promise<number> {
  await transaction(ctx.db, async (tx) => {
    const row = await lockClass(tx, id, { instructorId: ctx.actor.id })
    const enrolled = await tx
      .select({ id: enrolments.id })
      .from(enrolments)
      .where(eq(enrolments.classId, row.id))
      .limit(1)
    if (enrolled.length) throw new Refusal('CLASS_HAS_STUDENTS')
    if ((await openAttempts(tx, row.id)).length) throw new Refusal('BEING_PAID')
    await Cart.dropClass(tx, row.id)
    await tx.delete(materials).where(eq(materials.classId, row.id))
    await tx.update(classes).set({ deletedAt: Date.now() }).where(eq(classes.id, row.id))
    await Activity.record(tx, ctx.actor, { deed: 'class_deleted', subject: row.name, subjectId: row.id })
  })
  ctx.catalogue.changed()
  return 1
}

type Attempt = typeof attempts.$inferSelect
type Wanted = Omit<ClassChange, 'price'> & { priceMinor: number | undefined }

/** Locks the class row, so that nobody begins to pay meanwhile. Answers the attempts that must be ended first, if there are any. */
async function write(
  ctx: Context,
  id: string,
  wanted: Wanted,
  { ifMatch }: CallOptions,
): Promise<number | { atOldPrice: Attempt[] }> {
  const { db: tx, actor } = ctx
  const row = await lockClass(tx, id, { instructorId: actor.id, ifMatch })
  if (row.withdrawnAt !== null) throw new Refusal('CLASS_WITHDRAWN')
  const next = withChange(row, wanted)
  const changes = changesBetween(row, next, ctx.currency)
  if (changes.length === 0) return 0
  const open = await openAttempts(tx, row.id)
  const atOldPrice = open.filter(({ amountMinor }) => amountMinor !== next.priceMinor)
  if (next.priceMinor !== row.priceMinor && atOldPrice.length) return { atOldPrice }
  if (next.seats < row.seats && next.seats < open.length) throw beingPaid(open.length)
  if (next.image !== row.image) await Pictures.take(tx, next.image)
  const status = row.status === 'deny' ? 'pending' : row.status
  await tx
    .update(classes)
    .set({ ...next, status, offered: next.seats + row.enroll })
    .where(eq(classes.id, row.id))
  if (row.status === 'approve') {
    await Activity.record(tx, actor, { deed: 'class_edited', subject: row.name, subjectId: row.id, changes })
  }
  return 1
}

function beingPaid(held: number): Refusal {
  const who = held === 1 ? 'A student is paying for a seat' : `${held} students are paying for seats`
  return new Refusal(
    'BEING_PAID',
    `${who} of this class right now. Please leave at least ${held}, or try again in a few minutes.`,
  )
}

type Editable = Pick<ClassRow, 'name' | 'image' | 'seats' | 'priceMinor'>

function withChange(row: ClassRow, { className, classImage, seats, priceMinor }: Wanted): Editable {
  return {
    name: className ?? row.name,
    image: classImage ?? row.image,
    seats: seats ?? row.seats,
    priceMinor: priceMinor ?? row.priceMinor,
  }
}

function changesBetween(row: ClassRow, next: Editable, currency: string): FieldChange[] {
  const inWords = ({ name, image, seats, priceMinor }: Editable) => ({
    'Class Name': name,
    'Class Image': image,
    'Available Seats': String(seats),
    Price: formatMoney(priceMinor, currency),
  })
  const [before, after] = [inWords(row), inWords(next)]
  return (Object.keys(before) as (keyof typeof before)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }))
}

async function openAttempts(tx: Database, classId: string): Promise<Attempt[]> {
  return tx
    .select()
    .from(attempts)
    .where(and(eq(attempts.classId, classId), eq(attempts.status, 'open')))
}

/** @param price in the major unit */
function minorOf({ currency }: Pick<Context, 'currency'>, price: number): number {
  const problem = priceProblem(price, currency)
  const minor = toMinor(price, currency)
  if (problem !== null || minor === null) throw new Refusal('INVALID_INPUT', problem ?? undefined)
  return minor
}
