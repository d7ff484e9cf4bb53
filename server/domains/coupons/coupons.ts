/** The verbs of admins on coupons. */
import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { CallOptions } from '#contract/call.ts'
import { checkCoupon } from '#contract/coupon-rules.ts'
import type { Coupon, CouponChange, NewCoupon } from '#contract/coupons.ts'
import { MAX_COUPONS } from '#contract/values/limits.ts'
import { toMajor, toMinor } from '#contract/values/money.ts'
import { normalizeCode } from '#contract/values/normalize-code.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { filterChanges, listChanges } from '#server/domains/activity/field-changes.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { AppError, isId, must, orNotFound, parseId, requireVersion } from '#server/platform/app-error.ts'
import { lockTable } from '#server/platform/database/lock-table.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { type CouponRow, coupons } from './coupons.table.ts'
import { countUses } from './redemptions.ts'

const isNotDeleted = isNull(coupons.deletedAt)

/** Returns all coupons, newest first. */
export async function list({ db, currency }: Pick<Context, 'db' | 'currency'>): Promise<Coupon[]> {
  const rows = await db.select().from(coupons).where(isNotDeleted).orderBy(desc(coupons.createdAt), coupons.id)
  const uses = await countUses(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toCoupon(row, uses.get(row.id) ?? 0, currency))
}

/** Adds a coupon, and returns its id. @throws AppError INVALID_INPUT, LIMIT_REACHED, CODE_TAKEN */
export async function add(ctx: Context, input: NewCoupon): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    await lockTable(tx, coupons)
    if ((await tx.$count(coupons, isNotDeleted)) >= MAX_COUPONS) throw new AppError('LIMIT_REACHED')
    const values = await toColumns(tx, input, ctx.currency)
    await requireFreeCode(tx, values.codeKey, null)
    const [row] = await tx
      .insert(coupons)
      .values({ ...values, createdAt: Date.now() })
      .returning({ id: coupons.id })
    const { id } = must(row)
    await Activity.record(tx, ctx.actor, { action: 'coupon_added', subject: input.code, subjectId: id })
    return id
  })
}

/**
 * Changes a coupon. Returns 0 where nothing differs.
 * @throws AppError NOT_FOUND, CHANGED_MEANWHILE, INVALID_INPUT, CODE_TAKEN, COUPON_USED
 */
export async function change(
  ctx: Context,
  id: string,
  input: CouponChange,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const row = await lock(tx, id)
    requireVersion(row, ifMatch)
    const { _id, uses, version, ...before } = toCoupon(row, 0, ctx.currency)
    const changes = filterChanges<NewCoupon>(before, input)
    if (Object.keys(changes).length === 0) return 0
    const values = await toColumns(tx, { ...before, ...changes }, ctx.currency)
    await requireFreeCode(tx, values.codeKey, row.id)
    const used = (await countUses(tx, [row.id])).get(row.id) ?? 0
    if (values.maxUses !== null && values.maxUses < used) throw new AppError('COUPON_USED')
    await tx.update(coupons).set(values).where(eq(coupons.id, row.id))
    const entry = { action: 'coupon_changed', subject: row.code, subjectId: row.id } as const
    await Activity.record(tx, ctx.actor, { ...entry, changes: listChanges(before, changes, LABELS) })
    return 1
  })
}

/** Deletes a coupon. Returns 1. @throws AppError NOT_FOUND */
export async function remove(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const row = await lock(tx, id)
    await tx.update(coupons).set({ deletedAt: Date.now() }).where(eq(coupons.id, row.id))
    await Activity.record(tx, ctx.actor, { action: 'coupon_deleted', subject: row.code, subjectId: row.id })
    return 1
  })
}

/** Locks all coupons against other changes, so that no two have one code, and this one against its uses. @throws AppError NOT_FOUND */
async function lock(tx: Transaction, id: string): Promise<CouponRow> {
  await lockTable(tx, coupons)
  const isChosen = and(eq(coupons.id, parseId(id)), isNotDeleted)
  const [row] = await tx.select().from(coupons).where(isChosen).for('update')
  return orNotFound(row)
}

/** @throws AppError CODE_TAKEN */
async function requireFreeCode(tx: Transaction, codeKey: string, ownId: string | null): Promise<void> {
  const isOther = ownId === null ? undefined : ne(coupons.id, ownId)
  const taken = await tx.$count(coupons, and(eq(coupons.codeKey, codeKey), isNotDeleted, isOther))
  if (taken > 0) throw new AppError('CODE_TAKEN')
}

/** @throws AppError INVALID_INPUT */
async function toColumns(tx: Transaction, input: NewCoupon, currency: string) {
  const [problem] = checkCoupon(input, currency)
  if (problem) throw new AppError('INVALID_INPUT', `${problem.path}: ${problem.message}`)
  const { code, kind, value, max_uses: maxUses, per_person: perPerson, classes: chosen, from, until } = input
  const classIds = chosen && [...new Set(chosen.map((id) => id.toLowerCase()))].sort()
  if (classIds) await requireClasses(tx, classIds)
  const stored = kind === 'percent' ? Math.round(value * 100) : must(toMinor(value, currency))
  return {
    ...{ code, codeKey: normalizeCode(code), kind, value: stored },
    ...{ maxUses, perPerson, classIds, firstDay: from, lastDay: until },
  }
}

async function requireClasses(tx: Transaction, ids: string[]): Promise<void> {
  const known = ids.every(isId) ? await tx.$count(classes, inArray(classes.id, ids)) : 0
  if (known !== ids.length) throw new AppError('INVALID_INPUT', 'classes: one of them no longer exists')
}

function toCoupon(row: CouponRow, uses: number, currency: string): Coupon {
  return {
    _id: row.id,
    code: row.code,
    kind: row.kind,
    value: row.kind === 'percent' ? row.value / 100 : toMajor(row.value, currency),
    max_uses: row.maxUses,
    per_person: row.perPerson,
    classes: row.classIds,
    from: row.firstDay,
    until: row.lastDay,
    uses,
    version: row.version,
  }
}

const LABELS = {
  code: 'Code',
  kind: 'Kind',
  value: 'Value',
  max_uses: 'Uses',
  per_person: 'Uses for each person',
  classes: 'Classes',
  from: 'First day',
  until: 'Last day',
}
