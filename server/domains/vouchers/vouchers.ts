/** The verbs on vouchers: what their owners and admins see, and what admins make, change and end. */
import { randomUUID } from 'node:crypto'
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { formatMoney, maximumCharge, minimumCharge, toChargeable, toMajor } from '#contract/values/money.ts'
import { normalizeCode } from '#contract/values/normalize-code.ts'
import type { Page } from '#contract/values/pagination.ts'
import { describeDay } from '#contract/values/session-times.ts'
import type {
  MadeVoucher,
  NewVoucher,
  Voucher,
  VoucherBalance,
  VoucherChange,
  VoucherEnd,
  VouchersQuery,
} from '#contract/vouchers.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { UnknownCodeError } from '#server/domains/coupons/wrong-codes.ts'
import { attempts, payments } from '#server/domains/payments/payments.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { AppError, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readCount } from '#server/platform/database/large-tables.ts'
import { orderBy, readPage } from '#server/platform/database/lists.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { countBalance, readBalances, selectBalance } from './balances.ts'
import { findEnd, findLastDay, readToday } from './last-day.ts'
import { hashCode, type VoucherCodes } from './voucher-codes.ts'
import { endUnspent, retryRefund } from './voucher-refunds.ts'
import { type VoucherRow, vouchers, voucherUses } from './vouchers.table.ts'

/** Returns the actor's vouchers, or all to an admin. Those that are not paid for are left out. */
export async function list(ctx: Context, query: VouchersQuery): Promise<Page<Voucher>> {
  const { db, actor } = ctx
  const isOwn = actor.role === 'admin' ? undefined : eq(vouchers.userId, actor.id)
  const isListed = and(isOwn, inArray(vouchers.status, ['issued', 'voided']), matchesLastFour(query.q))
  const rows = selectRows(db)
    .where(isListed)
    .orderBy(...orderBy(query, { created_at: vouchers.createdAt }, vouchers.id))
  const total = db.select({ all: count() }).from(vouchers).where(isListed)
  const toRow = (row: Row) => toVoucher(row, ctx)
  return readPage(query, rows.$dynamic(), toRow, () => readCount(db, total))
}

/** Matches the last characters of a code as they are typed. */
function matchesLastFour(typed: string | undefined): SQL | undefined {
  return typed ? eq(vouchers.lastFour, normalizeCode(typed).slice(-LAST)) : undefined
}

/** The characters of a code that are stored. */
export const LAST = 4

const buyer = alias(users, 'buyer')

function selectRows(db: Database) {
  const use = sql`json_build_object('text', ${attempts.className}, 'amountMinor', ${voucherUses.amountMinor}, 'createdAt', ${payments.createdAt})`
  const isSpent = and(eq(voucherUses.voucherId, vouchers.id), sql`${payments.creditMinor} > 0`)
  const uses = sql<
    Use[]
  >`(select coalesce(json_agg(${use} order by ${payments.createdAt}, ${payments.id}), '[]') from ${voucherUses}
    inner join ${attempts} on ${eq(attempts.id, voucherUses.attemptId)}
    inner join ${payments} on ${eq(payments.attemptId, attempts.id)} where ${isSpent})`
  return db
    .select({ ...selectBalance(), uses, buyer: { name: buyer.name, email: buyer.email } })
    .from(vouchers)
    .leftJoin(buyer, eq(buyer.id, vouchers.userId))
}

interface Use {
  text: string
  amountMinor: number
  createdAt: number
}

type Row = Awaited<ReturnType<typeof selectRows>>[number]

function toVoucher(
  { voucher, uses, buyer: soldTo, ...amounts }: Row,
  { school, actor }: Pick<Context, 'school' | 'actor'>,
): Voucher {
  const { id, lastFour, currency, amountMinor, lastDay, reason, recipientName, message, createdAt } = voucher
  const money = (minor: number) => toMajor(minor, currency)
  return {
    ...{ _id: id, last_four: lastFour, currency, amount: money(amountMinor) },
    balance: money(countBalance({ voucher, ...amounts })),
    reserved: money(amounts.reservedMinor),
    state: findState(voucher, school),
    last_day: lastDay,
    buyer: soldTo && { name: soldTo.name, email: soldTo.email },
    ...{ reason, recipient_name: recipientName, message },
    ...{ deliver_to: voucher.deliverTo, deliver_at: voucher.deliverDay, delivered_at: voucher.deliveredAt },
    ...{ void_reason: voucher.voidReason, refund_status: voucher.refundStatus },
    refund_problem: actor.role === 'admin' ? voucher.refundProblem : null,
    uses: uses.map((use) => ({ text: use.text, amount: money(use.amountMinor), created_at: use.createdAt })),
    created_at: createdAt,
  }
}

function findState({ status, isDisputed, lastDay }: VoucherRow, school: Context['school']): Voucher['state'] {
  if (status === 'voided') return 'voided'
  if (isDisputed) return 'locked'
  return lastDay < readToday(school) ? 'expired' : 'valid'
}

/** Makes a voucher without a payment. Its code is returned once. @throws AppError INVALID_INPUT */
export async function make(ctx: Context, codes: VoucherCodes, { amount, reason }: NewVoucher): Promise<MadeVoucher> {
  const { actor, currency, school } = ctx
  const amountMinor = readVoucherAmount(amount, currency)
  const { id, code, ...stored } = createCode(codes)
  const facts = { id, amountMinor, currency, reason, createdBy: actor.id, lastDay: findLastDay(school) }
  await inTransaction(ctx, async (tx) => {
    await tx.insert(vouchers).values({ ...facts, ...stored, status: 'issued', createdAt: Date.now() })
    await recordAction(
      tx,
      actor,
      { ...facts, ...stored },
      'voucher_added',
      `${formatMoney(amountMinor, currency)}: ${reason}`,
    )
  })
  return { insertedId: id, code }
}

/** Returns the id and the code of a new voucher, and what is stored of that. */
export function createCode(codes: VoucherCodes) {
  const id = randomUUID()
  return { id, ...deriveCode(codes, id) }
}

/** Returns the code of a voucher by the secret of now, and what is stored of it. */
export function deriveCode(codes: VoucherCodes, id: string) {
  const code = codes.derive(id)
  const key = normalizeCode(code)
  return { code, codeHash: hashCode(key), lastFour: key.slice(-LAST) }
}

/** @throws AppError INVALID_INPUT where a card could not pay it */
export function readVoucherAmount(amount: number, currency: string): number {
  const minor = toChargeable(amount, currency)
  const [min, max] = [minimumCharge(currency), maximumCharge(currency)]
  if (minor !== null && minor >= min && minor <= max) return minor
  const range = `from ${formatMoney(min, currency)} to ${formatMoney(max, currency)}`
  throw new AppError('INVALID_INPUT', `amount must be an amount in ${currency.toUpperCase()} ${range}`)
}

/** Changes the last day of a voucher. Returns 0 where it is the same. @throws AppError NOT_FOUND, INVALID_INPUT */
export async function change(ctx: Context, id: string, { last_day: lastDay }: VoucherChange): Promise<number> {
  const { actor, school } = ctx
  return inTransaction(ctx, async (tx) => {
    const voucher = await lock(tx, id)
    if (voucher.lastDay === lastDay) return 0
    if (lastDay < readToday(school)) throw new AppError('INVALID_INPUT', 'last_day must not be in the past')
    await tx.update(vouchers).set({ lastDay }).where(eq(vouchers.id, voucher.id))
    await recordAction(tx, actor, voucher, 'voucher_changed', `until ${describeDay(lastDay)}`)
    return 1
  })
}

/**
 * Ends a voucher, and refunds its sale. Returns 0 where it has ended already, unless that refund has failed: then it is sent again.
 * @throws AppError NOT_FOUND, VOUCHER_USED, PAYMENT_DISPUTED
 */
export async function end(ctx: Context, id: string, { reason }: VoucherEnd): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const voucher = await lock(tx, id)
    if (voucher.refundStatus === 'failed') return retryRefund(ctx, tx, voucher)
    if (voucher.status === 'voided') return 0
    if (voucher.isDisputed) throw new AppError('PAYMENT_DISPUTED')
    const [balance] = await readBalances(tx, eq(vouchers.id, voucher.id))
    if (countBalance(must(balance)) !== voucher.amountMinor) throw new AppError('VOUCHER_USED')
    await endUnspent(ctx, tx, voucher, { by: ctx.actor.id, reason })
    await recordAction(tx, ctx.actor, voucher, 'voucher_voided', reason)
    return 1
  })
}

/** Locks a voucher against its uses. @throws AppError NOT_FOUND, also for one that is not paid for */
async function lock(tx: Transaction, id: string): Promise<VoucherRow> {
  const isChosen = and(eq(vouchers.id, parseId(id)), inArray(vouchers.status, ['issued', 'voided']))
  const [row] = await tx.select().from(vouchers).where(isChosen).for('update')
  return orNotFound(row)
}

function recordAction(
  tx: Transaction,
  actor: Context['actor'],
  { id, lastFour }: Pick<VoucherRow, 'id' | 'lastFour'>,
  action: 'voucher_added' | 'voucher_changed' | 'voucher_voided',
  message: string,
): Promise<void> {
  return Activity.record(tx, actor, { action, subject: lastFour, subjectId: id, message })
}

/** Returns what is left on a voucher. @throws UnknownCodeError */
export async function readBalance({ db, school }: Context, code: string): Promise<VoucherBalance> {
  const isChosen = and(eq(vouchers.codeHash, hashCode(normalizeCode(code))), eq(vouchers.status, 'issued'))
  const [row] = await readBalances(db, isChosen)
  if (!row) throw new UnknownCodeError()
  const { lastDay, currency } = row.voucher
  return { balance: toMajor(countBalance(row), currency), expires_at: findEnd(school, lastDay) }
}
