/** The verbs on cancellation terms. */
import { and, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { CallOptions } from '#contract/call.ts'
import type { NewTerms, Terms, TermsChange } from '#contract/terms.ts'
import { checkTerms } from '#contract/terms-rules.ts'
import { MAX_TERMS } from '#contract/values/limits.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { filterChanges, listChanges } from '#server/domains/activity/field-changes.ts'
import { classes, isNotDeleted as isClassNotDeleted } from '#server/domains/classes/classes.table.ts'
import { AppError, isId, must, orNotFound, parseId, requireVersion } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { lockTable } from '#server/platform/database/lock-table.ts'
import { changesCatalogue, inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import {
  FIRST_TERMS_ID,
  isCurrentVersion,
  isDefault,
  isNotDeleted,
  type TermsVersion,
  terms,
  termsVersions,
} from './terms.table.ts'
import { toColumns, toTerms, toTexts } from './terms-fields.ts'

type Ctx = Pick<Context, 'db' | 'currency'>

/** Gives the first terms the days of the setting CANCEL_DAYS, once. */
export async function completeFirst(db: Database, freeDays: number): Promise<void> {
  const isIncomplete = and(eq(termsVersions.termsId, FIRST_TERMS_ID), isNull(termsVersions.freeDays))
  await db.update(termsVersions).set({ freeDays }).where(isIncomplete)
}

/** Returns all terms, the default first. */
export async function list({ db, currency }: Ctx): Promise<Terms[]> {
  return (await selectTerms(db)).map((row) => toTerms(row, currency))
}

/** Adds terms, and returns their id. @throws AppError INVALID_INPUT, LIMIT_REACHED */
export async function add(ctx: Context, input: NewTerms): Promise<string> {
  requireValid(input, ctx.currency)
  return inTransaction(ctx, async (tx) => {
    await lockTable(tx, terms)
    if ((await selectTerms(tx)).length >= MAX_TERMS) throw new AppError('LIMIT_REACHED')
    const [created] = await tx.insert(terms).values({ createdAt: Date.now() }).returning({ id: terms.id })
    const { id } = must(created)
    await insertVersion(ctx, tx, { termsId: id, number: 1 }, input)
    await Activity.record(tx, ctx.actor, { action: 'terms_added', subject: input.name, subjectId: id })
    return id
  })
}

/**
 * Writes a new version of terms, or makes them the default. Returns 0 where nothing differs.
 * @throws AppError NOT_FOUND, CHANGED_MEANWHILE, INVALID_INPUT
 */
export async function change(
  ctx: Context,
  id: string,
  { is_default: isChosen, ...input }: TermsChange,
  { ifMatch }: CallOptions = {},
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const before = toTerms(await lock(tx, id), ctx.currency)
    requireVersion(before, ifMatch)
    const values = filterChanges<NewTerms>(before, input)
    const isNewVersion = Object.keys(values).length > 0
    const isNewDefault = isChosen === true && !before.is_default
    if (!isNewVersion && !isNewDefault) return 0
    const next = { ...before, ...values, is_default: before.is_default || isNewDefault }
    if (isNewVersion) {
      requireValid(next, ctx.currency)
      await insertVersion(ctx, tx, { termsId: before._id, number: before.version + 1 }, next)
    }
    if (isNewDefault) await tx.update(terms).set({ isDefault: false }).where(isDefault)
    const version = isNewVersion ? before.version + 1 : before.version
    await tx.update(terms).set({ version, isDefault: next.is_default }).where(eq(terms.id, before._id))
    const entry = { action: 'terms_changed', subject: before.name, subjectId: before._id } as const
    const [former, present] = [toTexts(before), toTexts(next)]
    await Activity.record(tx, ctx.actor, {
      ...entry,
      changes: listChanges(former, filterChanges(former, present), LABELS),
    })
    changesCatalogue(tx)
    return 1
  })
}

/** Deletes terms. Purchases keep their versions. Returns 1. @throws AppError NOT_FOUND, TERMS_IN_USE */
export async function remove(ctx: Context, id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const row = toTerms(await lock(tx, id), ctx.currency)
    if (row.is_default || row.classes > 0) throw new AppError('TERMS_IN_USE')
    await tx.update(terms).set({ deletedAt: Date.now() }).where(eq(terms.id, row._id))
    await Activity.record(tx, ctx.actor, { action: 'terms_deleted', subject: row.name, subjectId: row._id })
    return 1
  })
}

/**
 * Returns the name of the terms that a class is about to have, null for the default. They are not deleted until the transaction ends.
 * @throws AppError INVALID_INPUT for unknown ones
 */
export async function requireExisting(tx: Transaction, id: string | null): Promise<string> {
  const isChosen = id === null ? isDefault : eq(terms.id, isId(id) ? id : FIRST_TERMS_ID)
  const [chosen] = await tx
    .select({ name: termsVersions.name })
    .from(terms)
    .innerJoin(termsVersions, isCurrentVersion)
    .where(and(isChosen, isNotDeleted))
    .for('share', { of: terms })
  if (!chosen || (id !== null && !isId(id))) throw new AppError('INVALID_INPUT', UNKNOWN_TERMS)
  return chosen.name
}

/** Selects the id of the newest version of the terms of a class, null for the default. */
export function selectVersionId(db: Database, termsId: string | null) {
  return db
    .select({ id: termsVersions.id })
    .from(terms)
    .innerJoin(termsVersions, isCurrentVersion)
    .where(termsId === null ? isDefault : eq(terms.id, termsId))
}

/** Returns the newest version of the terms of a class, null for the default. */
export async function readCurrent(db: Database, termsId: string | null): Promise<TermsVersion> {
  const [row] = await db
    .select()
    .from(termsVersions)
    .where(inArray(termsVersions.id, selectVersionId(db, termsId)))
  return must(row)
}

/** Returns a version that a purchase has. */
export async function readVersion(db: Database, id: string): Promise<TermsVersion> {
  return must((await readVersions(db, [id]))[0])
}

/** Returns versions that purchases have. */
export async function readVersions(db: Database, ids: string[]): Promise<TermsVersion[]> {
  return db.select().from(termsVersions).where(inArray(termsVersions.id, ids))
}

const UNKNOWN_TERMS = 'terms_id: these terms no longer exist. Choose others.'

function selectTerms(db: Database, filter?: SQL) {
  const isNamed = and(eq(classes.termsId, terms.id), isClassNotDeleted)
  return db
    .select({ terms, version: termsVersions, classes: db.$count(classes, isNamed) })
    .from(terms)
    .innerJoin(termsVersions, isCurrentVersion)
    .where(and(isNotDeleted, filter))
    .orderBy(desc(terms.isDefault), terms.createdAt, terms.id)
}

/** Locks all terms against other changes, and these against classes that would name them. @throws AppError NOT_FOUND */
async function lock(tx: Transaction, id: string) {
  await lockTable(tx, terms)
  const isChosen = eq(terms.id, parseId(id))
  await tx.select({ id: terms.id }).from(terms).where(isChosen).for('update')
  const [row] = await selectTerms(tx, isChosen)
  return orNotFound(row)
}

async function insertVersion(
  { actor, currency }: Pick<Context, 'actor' | 'currency'>,
  tx: Transaction,
  place: { termsId: string; number: number },
  input: NewTerms,
): Promise<void> {
  const values = { ...place, ...toColumns(input, currency), createdAt: Date.now(), createdBy: actor.id }
  await tx.insert(termsVersions).values(values)
}

/** @throws AppError INVALID_INPUT */
function requireValid(input: NewTerms, currency: string): void {
  const [problem] = checkTerms(input, currency)
  if (problem) throw new AppError('INVALID_INPUT', `${problem.path.join('.')}: ${problem.message}`)
}

const LABELS = {
  name: 'Name',
  text: 'Text',
  free_days: 'Free days',
  steps: 'Steps',
  minimum_fee: 'Minimum fee',
  move_fee: 'Fee for another date',
  move_hours_before: 'Hours to move',
  substitute_hours_before: 'Hours to name a substitute',
  resale: 'Resale',
  resale_fee: 'Fee of a resale',
  is_default: 'Default',
}
