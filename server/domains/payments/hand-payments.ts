/** Payments that the school has received by hand, in cash or by bank transfer. */
import { randomUUID } from 'node:crypto'
import type { GrantedEnrolment } from '#contract/enrolments.ts'
import type { HandMethod } from '#contract/payment-methods.ts'
import { formatMoney } from '#contract/values/money.ts'
import type { LockedRun } from '#server/domains/classes/runs/seats.ts'
import * as Credit from '#server/domains/credit/credit.ts'
import * as Orders from '#server/domains/orders/orders.ts'
import * as Terms from '#server/domains/terms/terms.ts'
import type * as Users from '#server/domains/users/users.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { attempts, payments } from './payments.table.ts'
import type { Bought } from './receipts.emails.ts'

export interface HandPayment {
  method: HandMethod
  amountMinor: number
}

/** Reads what the school has received for a seat; null where it is free. @throws AppError INVALID_INPUT */
export function readHandPayment(
  { currency }: Pick<Context, 'currency'>,
  { listPriceMinor }: Pick<LockedRun, 'listPriceMinor'>,
  { method = 'free', amount }: Pick<GrantedEnrolment, 'method' | 'amount'>,
): HandPayment | null {
  if (method === 'free') {
    if (amount !== undefined) throw new AppError('INVALID_INPUT', 'amount: a free place has none')
    return null
  }
  const amountMinor = amount === undefined ? listPriceMinor : Credit.readAmount(amount, currency)
  if (amountMinor > listPriceMinor)
    throw new AppError('INVALID_INPUT', `amount must be at most ${formatMoney(listPriceMinor, currency)}`)
  return { method, amountMinor }
}

interface Received extends HandPayment {
  chosen: LockedRun
  buyer: Pick<Users.NewStudent, 'id' | 'name' | 'email'>
}

/**
 * Records the order and the payment of a seat in a locked class, for which the school has received money. The money becomes credit that is spent
 * at once, so that an earlier release can refund it as credit.
 */
export async function receive(
  { actor, currency }: Pick<Context, 'actor' | 'currency'>,
  tx: Transaction,
  { chosen, buyer, method, amountMinor }: Received,
): Promise<Omit<Bought, 'dates'> & { number: number }> {
  const version = await Terms.readCurrent(tx, chosen.class.termsId)
  const createdAt = Date.now()
  const place = toPlace(chosen, buyer)
  const purchase = { ...place, termsVersionId: version.id, currency, createdAt, creditMinor: amountMinor }
  const discountMinor = chosen.listPriceMinor - amountMinor
  const price = { amountMinor, listPriceMinor: chosen.listPriceMinor, discountMinor, byHand: method }
  const id = randomUUID()
  const seat = { ...price, id, orderId: id, heldSince: createdAt, heldUntil: createdAt, status: 'settled' as const }
  await tx.insert(attempts).values({ ...purchase, ...seat })
  const agreed = { ...place, seat: 1, text: 'Price agreed with the school', amountMinor: -discountMinor }
  if (discountMinor > 0) await Orders.addDiscounts(tx, id, [agreed])
  await Credit.recordByHand(tx, { userId: buyer.id, method, amountMinor, currency, createdBy: actor.id })
  const number = await Orders.readNumber(tx, id)
  const paid = { attemptId: id, amountPaidMinor: 0, transactionId: String(number), status: 'paid' as const }
  const soldOpen = chosen.run.startsAt === null
  const inserting = tx.insert(payments).values({ ...purchase, ...paid, soldOpen })
  const [payment] = await inserting.returning()
  return { number, payment: must(payment), version, discountMinor, voucherMinor: 0, byHand: method }
}

/** Returns the columns of the seat and its buyer. No selection leads to it. */
function toPlace({ class: { id: classId, ...owner }, run }: LockedRun, { id: userId, name, email }: Received['buyer']) {
  const bought = { classId, runId: run.id, className: owner.name, classImage: owner.image }
  return { ...bought, userId, name, email, cartId: randomUUID() }
}
