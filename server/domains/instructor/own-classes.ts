/** The verbs on an instructor's own classes. They sit above carts and payments, since students may be paying for a class. */
import type { FieldChange } from '#contract/activity.ts'
import type { CallOptions } from '#contract/call.ts'
import { checkClassPrice } from '#contract/class-price.ts'
import type { ClassChange, NewClass } from '#contract/classes.ts'
import { LEVEL_LABELS } from '#contract/levels.ts'
import { formatMoney, toMinor } from '#contract/values/money.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import * as Cart from '#server/domains/cart/cart.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Images from '#server/domains/images/images.ts'
import * as Materials from '#server/domains/materials/materials.ts'
import { isAtListPrice, listOpen } from '#server/domains/payments/attempts.ts'
import type { Attempt } from '#server/domains/payments/payments.table.ts'
import { endAttempt } from '#server/domains/payments/settle.ts'
import { AppError } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'

/** How often attempts at an old price are ended before a price change is refused. New attempts may begin in between. */
const MAX_ROUNDS = 3

/**
 * Adds a class of the actor's, which waits for approval, and returns its id.
 * @throws AppError INVALID_INPUT for a price that cannot be charged, or an unknown image
 */
export async function add(ctx: Context, input: NewClass): Promise<string> {
  const { className: name, classImage: image, price, seats, level, description, bring, outcome } = input
  const listPriceMinor = parsePrice(ctx, price)
  const fields = { name, image, listPriceMinor, seats, level, description, bring, outcome }
  return inTransaction(ctx, async (tx) => {
    await Images.claim(tx, image)
    return Classes.insert(tx, ctx.actor.id, fields)
  })
}

/**
 * Changes a class of the actor's, after ending the attempts at its old price. A denied class waits for approval again. Changes of
 * an approved class are recorded. Returns 0 where nothing differs.
 * @throws AppError NOT_FOUND, INVALID_INPUT, CHANGED_MEANWHILE, CLASS_WITHDRAWN, BEING_PAID
 */
export async function change(ctx: Context, id: string, input: ClassChange, options: CallOptions = {}): Promise<number> {
  const { className: name, classImage: image, price, ...others } = input
  const listPriceMinor = price === undefined ? undefined : parsePrice(ctx, price)
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const outcome = await inTransaction(ctx, (tx) =>
      tryChange(ctx, tx, id, { ...others, name, image, listPriceMinor }, options),
    )
    if (typeof outcome === 'number') return outcome
    for (const attempt of outcome.atOldPrice) await endAttempt(ctx, attempt)
  }
  throw new AppError('BEING_PAID')
}

/** Deletes a class of the actor's. @throws AppError NOT_FOUND, CLASS_HAS_STUDENTS, BEING_PAID */
export async function remove(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const row = await Classes.lock(tx, id, { instructorId: ctx.actor.id })
    if (await Enrolments.hasStudents(tx, row.id)) throw new AppError('CLASS_HAS_STUDENTS')
    if ((await listOpen(tx, row.id)).length) throw new AppError('BEING_PAID')
    await Cart.removeClass(tx, row.id)
    await Materials.remove(tx, row.id)
    await Classes.remove(tx, row.id)
    await Activity.record(tx, ctx.actor, { action: 'class_deleted', subject: row.name, subjectId: row.id })
    return 1
  })
}

type Fields = Classes.EditableFields

/** Locks the class, so that no student begins to pay. Returns the attempts to end first, where the price changes under them. */
async function tryChange(
  { actor, currency }: Context,
  tx: Transaction,
  id: string,
  input: Classes.Changes<Fields>,
  { ifMatch }: CallOptions,
): Promise<number | { atOldPrice: Attempt[] }> {
  const row = await Classes.lock(tx, id, { instructorId: actor.id, ifMatch })
  if (row.withdrawnAt !== null) throw new AppError('CLASS_WITHDRAWN')
  const next = mergeFields(row, input)
  const changes = listChanges(row, next, currency)
  if (changes.length === 0) return 0
  const open = await listOpen(tx, row.id)
  const { listPriceMinor } = next
  const atOldPrice = open.filter((attempt) => !isAtListPrice(attempt, { listPriceMinor, currency }))
  if (listPriceMinor !== row.listPriceMinor && atOldPrice.length) return { atOldPrice }
  if (next.seats < row.seats && next.seats < open.length) throw createBeingPaidError(open.length)
  if (next.image !== row.image) await Images.claim(tx, next.image)
  await Classes.update(tx, row, next)
  if (row.status === 'approve') {
    await Activity.record(tx, actor, { action: 'class_edited', subject: row.name, subjectId: row.id, changes })
  }
  return 1
}

function createBeingPaidError(holds: number): AppError {
  const students = holds === 1 ? 'One student is' : `${holds} students are`
  const seats = holds === 1 ? '1 seat' : `${holds} seats`
  return new AppError(
    'BEING_PAID',
    `${students} paying for this class. Keep at least ${seats}, or try again in a few minutes.`,
  )
}

function mergeFields(row: Fields, input: Classes.Changes<Fields>): Fields {
  return {
    name: input.name ?? row.name,
    image: input.image ?? row.image,
    seats: input.seats ?? row.seats,
    listPriceMinor: input.listPriceMinor ?? row.listPriceMinor,
    level: input.level ?? row.level,
    description: input.description ?? row.description,
    bring: input.bring ?? row.bring,
    outcome: input.outcome ?? row.outcome,
  }
}

function listChanges(row: Fields, next: Fields, currency: string): FieldChange[] {
  const toTexts = ({ name, image, seats, listPriceMinor, level, description, bring, outcome }: Fields) => ({
    'Class Name': name,
    'Class Image': image,
    'Available Seats': String(seats),
    Price: formatMoney(listPriceMinor, currency),
    Level: LEVEL_LABELS[level],
    Description: description,
    'What to bring': bring,
    'What students make': outcome,
  })
  const [before, after] = [toTexts(row), toTexts(next)]
  return (Object.keys(before) as (keyof typeof before)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }))
}

/** Converts a price from the major to the minor unit. @throws AppError INVALID_INPUT */
function parsePrice({ currency }: Pick<Context, 'currency'>, price: number): number {
  const problem = checkClassPrice(price, currency)
  const minor = toMinor(price, currency)
  if (problem !== null || minor === null) throw new AppError('INVALID_INPUT', problem ?? undefined)
  return minor
}
