/** The verbs on an instructor's own classes. They sit above carts and payments, since students may be paying for a class. */
import { eq } from 'drizzle-orm'
import type { FieldChange } from '#contract/activity.ts'
import type { CallOptions } from '#contract/call.ts'
import { LEVEL_LABELS } from '#contract/levels.ts'
import { formatMoney } from '#contract/values/money.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import * as Cart from '#server/domains/cart/cart.ts'
import * as Enrolments from '#server/domains/enrolments/enrolments.ts'
import * as Images from '#server/domains/images/images.ts'
import * as Materials from '#server/domains/materials/materials.ts'
import { listOpen } from '#server/domains/payments/attempts.ts'
import { attempts } from '#server/domains/payments/payments.table.ts'
import * as Terms from '#server/domains/terms/terms.ts'
import { AppError } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import * as Classes from '../classes.ts'
import * as Runs from '../runs/runs.ts'
import { changeSeats } from '../runs/seats.ts'
import { requireSeatsForHolds } from './checkout-rules.ts'

export type NewFields = Classes.NewFields & { seats: number }
export type FieldChanges = Classes.Changes<Omit<Fields, 'seats'> & { seats: number }>

/**
 * Adds a class of the actor's with one open run, and returns its id. The class waits for approval.
 * @throws AppError INVALID_INPUT for an unknown image or unknown terms
 */
export async function add(ctx: Context, { seats, ...fields }: NewFields): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    await markImagesUsed(tx, fields)
    if (fields.termsId) await Terms.requireExisting(tx, fields.termsId)
    const id = await Classes.insert(tx, ctx.actor.id, fields)
    await Runs.insert(tx, id, { seats })
    return id
  })
}

/**
 * Changes a class of the actor's. Students who are paying pay the price that they hold. A denied class waits for approval again. Changes of
 * an approved class are recorded. Returns 0 where nothing differs. `seats` are those of its only run.
 * @throws AppError NOT_FOUND, INVALID_INPUT, CHANGED_MEANWHILE, CLASS_WITHDRAWN, EDIT_RUNS, BEING_PAID
 */
export async function change(
  ctx: Context,
  id: string,
  changes: FieldChanges,
  options: CallOptions = {},
): Promise<number> {
  return inTransaction(ctx, (tx) => changeInTransaction(ctx, tx, id, changes, options))
}

/** Deletes a class of the actor's. @throws AppError NOT_FOUND, CLASS_HAS_STUDENTS, BEING_PAID */
export async function remove(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const row = await Classes.lock(tx, id, { instructorId: ctx.actor.id })
    if (await Enrolments.hasStudents(tx, row.id)) throw new AppError('CLASS_HAS_STUDENTS')
    if ((await listOpen(tx, eq(attempts.classId, row.id))).length) throw new AppError('BEING_PAID')
    await Cart.removeClass(tx, row.id)
    await Materials.remove(tx, ctx, row.id)
    await Classes.remove(tx, row.id)
    await Activity.record(tx, ctx.actor, { action: 'class_deleted', subject: row.name, subjectId: row.id })
    return 1
  })
}

/** Locks the class, so that no student begins to pay. */
async function changeInTransaction(
  { actor, currency }: Context,
  tx: Transaction,
  id: string,
  input: FieldChanges,
  { ifMatch }: CallOptions,
): Promise<number> {
  const row = await Classes.lock(tx, id, { instructorId: actor.id, ifMatch })
  if (row.withdrawnAt !== null) throw new AppError('CLASS_WITHDRAWN')
  const live = await Runs.listLive(tx, row.id)
  const onlyRun = live.length === 1 ? live[0] : undefined
  if (input.seats !== undefined && !onlyRun) throw new AppError('EDIT_RUNS')
  const previous = { ...row, seats: onlyRun?.seats ?? null }
  const { seats, ...fields } = mergeFields(previous, input)
  const changes = [
    ...listChanges(previous, { ...fields, seats }, currency),
    ...(await listTermsChange(tx, row.termsId, fields.termsId)),
  ]
  if (changes.length === 0) return 0
  if (onlyRun && seats !== null && seats !== onlyRun.seats) {
    requireSeatsForHolds(onlyRun, seats)
    await changeSeats(tx, onlyRun.id, { offered: seats - onlyRun.seats })
  }
  await markImagesUsed(tx, fields, row)
  await Classes.update(tx, row, fields)
  if (fields.name !== row.name) await Runs.raiseSequences(tx, row.id)
  if (row.status === 'approve') {
    await Activity.record(tx, actor, { action: 'class_edited', subject: row.name, subjectId: row.id, changes })
  }
  return 1
}

/** The fields of a class, and the free seats of its only run, if it has only one. */
type Fields = Classes.EditableFields & { seats: number | null }

/** Returns the fields after an edit; absent ones stay. */
function mergeFields(row: Fields, input: Classes.Changes<Fields>): Fields {
  return {
    name: input.name ?? row.name,
    image: input.image ?? row.image,
    ...mergeImageTexts(row, input),
    ...mergeFurtherImages(row, input),
    seats: input.seats ?? row.seats,
    listPriceMinor: input.listPriceMinor ?? row.listPriceMinor,
    level: input.level ?? row.level,
    exposure: input.exposure ?? row.exposure,
    description: input.description ?? row.description,
    bring: input.bring ?? row.bring,
    outcome: input.outcome ?? row.outcome,
    termsId: input.termsId === undefined ? row.termsId : input.termsId,
  }
}

/** Returns the texts of an image after a change: those that the change has, and of a replaced image no others. */
function mergeImageTexts(
  row: Fields,
  input: Classes.Changes<Fields>,
): Pick<Fields, 'focus' | 'alt' | 'caption' | 'camera'> {
  const isSame = input.image === undefined || input.image === row.image
  const { focus, alt, caption, camera } = isSame ? row : { focus: '', alt: '', caption: '', camera: '' }
  return {
    focus: input.focus ?? focus,
    alt: input.alt ?? alt,
    caption: input.caption ?? caption,
    camera: input.camera ?? camera,
  }
}

function mergeFurtherImages(row: Fields, input: Classes.Changes<Fields>) {
  const { image2 = row.image2, image3 = row.image3 } = input
  const second = image2 === row.image2 ? row : { focus2: '', alt2: '' }
  const third = image3 === row.image3 ? row : { focus3: '', alt3: '' }
  return {
    image2,
    focus2: input.focus2 ?? second.focus2,
    alt2: input.alt2 ?? second.alt2,
    image3,
    focus3: input.focus3 ?? third.focus3,
    alt3: input.alt3 ?? third.alt3,
  }
}

/** Marks the images of a class as used, as far as they are new. @throws AppError INVALID_INPUT for an unknown one */
async function markImagesUsed(
  tx: Transaction,
  fields: Classes.Changes<Fields>,
  row: Classes.Changes<Fields> = {},
): Promise<void> {
  for (const [column, field] of IMAGES) {
    const url = fields[column]
    if (url && url !== row[column]) await Images.markUsed(tx, url, field)
  }
}

/** The columns of images with their names in requests. */
const IMAGES = [
  ['image', 'classImage'],
  ['image2', 'classImage2'],
  ['image3', 'classImage3'],
] as const

/** Returns the change of the terms by their names. @throws AppError INVALID_INPUT for unknown ones */
async function listTermsChange(tx: Transaction, from: string | null, to: string | null): Promise<FieldChange[]> {
  if (from === to) return []
  const [before, after] = [await Terms.requireExisting(tx, from), await Terms.requireExisting(tx, to)]
  return [{ field: 'Cancellation terms', from: before, to: after }]
}

/** The fields as the activity log names them. */
const LABELS = {
  name: 'Class Name',
  image: 'Class Image',
  focus: 'Focal point',
  alt: 'Alternative text',
  caption: 'Caption',
  camera: 'Camera',
  image2: 'Second picture',
  focus2: 'Focal point of the second picture',
  alt2: 'Alternative text of the second picture',
  image3: 'Third picture',
  focus3: 'Focal point of the third picture',
  alt3: 'Alternative text of the third picture',
  seats: 'Available Seats',
  listPriceMinor: 'Price',
  level: 'Level',
  exposure: 'Exposure',
  description: 'Description',
  bring: 'What to bring',
  outcome: 'What students make',
}

/** Returns the fields that differ, as texts for the activity log. */
function listChanges(row: Fields, next: Fields, currency: string): FieldChange[] {
  const toText = (fields: Fields, field: keyof typeof LABELS) => {
    if (field === 'listPriceMinor') return formatMoney(fields[field], currency)
    return field === 'level' ? LEVEL_LABELS[fields[field]] : String(fields[field])
  }
  return (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((field) => row[field] !== next[field])
    .map((field) => ({ field: LABELS[field], from: toText(row, field), to: toText(next, field) }))
}
