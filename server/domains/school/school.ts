/** The verbs on what the school says about itself. */

import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FieldChange } from '#contract/activity.ts'
import type { CallOptions } from '#contract/call.ts'
import type { ChargeCurrency, School, SchoolChange, VersionedSchool } from '#contract/school.ts'
import { CURRENCIES } from '#contract/values/currency.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { filterChanges } from '#server/domains/activity/field-changes.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { coupons } from '#server/domains/coupons/coupons.table.ts'
import { credits } from '#server/domains/credit/credit.table.ts'
import * as Images from '#server/domains/images/images.ts'
import { vouchers } from '#server/domains/vouchers/vouchers.table.ts'
import { AppError, must, requireVersion } from '#server/platform/app-error.ts'
import { type Database, readRows } from '#server/platform/database/database.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { readRow, toStoredSchool } from './current-school.ts'
import { isSchool, SCHOOL_ID, school } from './school.table.ts'
import { hasOwner } from './set-up.ts'

/** Returns the settings with the version for `If-Match`. */
export async function read(ctx: Pick<Context, 'db' | 'school'>): Promise<VersionedSchool> {
  const stored = toStoredSchool(await readRow(ctx.db), ctx.school.defaults)
  return { ...stored, currency_fixed: await hasAmounts(ctx.db) }
}

/** Returns the currencies that the card provider takes, by code. */
export function listCurrencies(): ChargeCurrency[] {
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  const codes = [...CURRENCIES.keys()].sort()
  return codes.map((code) => ({ code, name: names.of(code.toUpperCase()) ?? code.toUpperCase() }))
}

/**
 * Changes settings, and waits until this instance uses them. Returns 0 where nothing differs.
 * @throws AppError CHANGED_MEANWHILE, CURRENCY_FIXED, INVALID_INPUT for an unknown image
 */
export async function change(ctx: Context, input: SchoolChange, { ifMatch }: CallOptions = {}): Promise<number> {
  const changed = await inTransaction(ctx, (tx) => write(ctx, tx, input, ifMatch))
  // Also where nothing differs: an earlier change may have been saved, and then not read. A page that renders before the mark is not
  // cached with the former settings.
  await ctx.school.refresh().finally(() => changed && ctx.catalogue.markChanged())
  return changed ? 1 : 0
}

async function write(
  { actor, school: settings }: Context,
  tx: Transaction,
  input: SchoolChange,
  ifMatch: number | undefined,
): Promise<boolean> {
  const [row] = await tx.select().from(school).where(isSchool).for('update')
  requireVersion(must(row), ifMatch)
  const before = toStoredSchool(must(row), settings.defaults)
  const values: SchoolChange = filterChanges(before, input)
  if (Object.keys(values).length === 0) return false
  if (values.currency !== undefined) await requireNewCurrency(tx, values.currency)
  for (const field of ['logo', 'logo_dark', 'favicon'] as const) {
    const image = values[field]
    if (image) await Images.markUsed(tx, image, field)
  }
  await tx.update(school).set(values).where(isSchool)
  const entry = { action: 'school_changed', subject: before.name, subjectId: SCHOOL_ID } as const
  await Activity.record(tx, actor, { ...entry, ...describeChange(before, values) })
  return true
}

/**
 * Requires that a school can change to a currency: prices are stored without a currency, and credit is spent in one.
 * @throws AppError INVALID_INPUT where the card provider does not take it, CURRENCY_FIXED
 */
async function requireNewCurrency(tx: Transaction, currency: string): Promise<void> {
  if (!CURRENCIES.has(currency))
    throw new AppError('INVALID_INPUT', 'currency: is not one that the card provider takes')
  if (await hasAmounts(tx)) throw new AppError('CURRENCY_FIXED')
}

/** Returns whether there is a price, an amount that a coupon takes off, credit or a voucher. */
async function hasAmounts(db: Database): Promise<boolean> {
  const ofCoupon = sql`select from ${coupons} where ${and(eq(coupons.kind, 'amount'), isNull(coupons.deletedAt))}`
  const [row] = await readRows<{ has: boolean }>(
    db,
    sql`select exists (select from ${classes}) or exists (${ofCoupon}) or exists (select from ${credits}) or exists (select from ${vouchers}) as has`,
  )
  return must(row).has
}

/**
 * Opens the school to visitors, with what its owner says about it. Of two at once, one succeeds. The caller reads the settings again.
 * @throws AppError ALREADY_SET_UP, INVALID_INPUT, CURRENCY_FIXED
 */
export async function setUp(
  { school: { current } }: Pick<Context, 'school'>,
  tx: Transaction,
  values: SchoolChange,
): Promise<void> {
  await tx.select().from(school).where(isSchool).for('update')
  if (await hasOwner(tx)) throw new AppError('ALREADY_SET_UP')
  if (values.currency !== undefined && values.currency !== current.currency)
    await requireNewCurrency(tx, values.currency)
  await tx
    .update(school)
    .set({ ...values, setUpAt: Date.now() })
    .where(isSchool)
}

/** The labels of the form. Contact data and images are logged without their values. */
const LABELS: Record<keyof School, { label: string; isSilent?: true }> = {
  name: { label: 'Name' },
  address: { label: 'Address', isSilent: true },
  email: { label: 'E-mail', isSilent: true },
  phone: { label: 'Phone', isSilent: true },
  opening_hours: { label: 'Opening hours' },
  social: { label: 'Social network', isSilent: true },
  professional: { label: 'Professional network', isSilent: true },
  photos: { label: 'Photo sharing', isSilent: true },
  time_zone: { label: 'Time zone' },
  logo: { label: 'Logo', isSilent: true },
  logo_dark: { label: 'Logo of the dark theme', isSilent: true },
  favicon: { label: 'Favicon', isSilent: true },
  accent: { label: 'Accent color' },
  footer_line: { label: 'Footer line' },
  home_line: { label: 'Line on the home page' },
  classes_line: { label: 'Line above the classes' },
  instructors_line: { label: 'Line above the instructors' },
  cancellation_terms: { label: 'Cancellation terms' },
  sender_name: { label: 'Sender name', isSilent: true },
  sign_up: { label: 'Sign-up' },
  currency: { label: 'Currency' },
  country: { label: 'Country' },
  withdrawal_function: { label: 'Withdrawal function' },
  student_storage_gb: { label: 'Storage of a student' },
  critique_target_hours: { label: 'Hours to the first critique' },
  offer_hours: { label: 'Hours of an offer' },
  choice_days: { label: 'Days to choose after a cancellation' },
  voucher_years: { label: 'Years of a voucher' },
}

/** Returns the changes, and a message that names the fields whose values are not logged. */
function describeChange(before: School, values: SchoolChange): { changes: FieldChange[]; message?: string } {
  const fields = Object.keys(values) as (keyof School)[]
  const silent = fields.filter((field) => LABELS[field].isSilent).map((field) => LABELS[field].label)
  const changes = fields
    .filter((field) => !LABELS[field].isSilent)
    .map((field) => ({ field: LABELS[field].label, from: toText(before[field]), to: toText(values[field]) }))
  return silent.length ? { changes, message: `Changed: ${silent.join(', ')}` } : { changes }
}

function toText(value: string | number | boolean | null | undefined): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value || 'none')
}
