/** The part of the audit that compares payments with the card provider's intents. */
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { formatMoney } from '#contract/values/money.ts'
import { type VoucherRow, vouchers } from '#server/domains/vouchers/vouchers.table.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { CardIntent } from '#server/ports/card-provider.ts'
import type { Findings } from './audit-records.ts'
import { entries, isOfCards } from './ledger.table.ts'
import { type Attempt, attempts, type PaymentRow, payments, refunds } from './payments.table.ts'

const INTENTS_PER_QUERY = 1_000
const PAYMENTS_PER_QUERY = 10_000

/** The money of one currency, in its minor unit. */
export interface Sum {
  currency: string
  capturedMinor: number
  refundedMinor: number
  /** The money of cards, by the ledger. */
  paidMinor: number
}

/** The columns of a payment that are compared. */
const COMPARED = {
  id: payments.id,
  status: payments.status,
  currency: payments.currency,
  amountPaidMinor: payments.amountPaidMinor,
  refundedMinor: payments.refundedMinor,
}

type Payment = Pick<PaymentRow, keyof typeof COMPARED>

/** Our records of an intent, with the sums of the payments of its order. */
interface IntentRecord {
  attempt: Attempt['status']
  /** The first one; null where it bought nothing. */
  payment: Payment | null
  ids: string[]
  amountPaidMinor: number
  refundedMinor: number
  /** The sum of the refunds that the provider may not have yet. */
  queuedMinor: number
}

export class ProviderAudit {
  readonly #db: Database
  readonly #findings: Findings
  readonly #startedAt: number
  readonly #sums = new Map<string, Sum>()
  /** Payments whose intents the provider has listed. */
  readonly #listed = new Set<string>()

  constructor(db: Database, findings: Findings, startedAt: number) {
    this.#db = db
    this.#findings = findings
    this.#startedAt = startedAt
  }

  /** Compares every intent of ours with its payment, and then finds payments that the provider did not list. */
  async run(intents: AsyncIterable<CardIntent>): Promise<Sum[]> {
    await this.#sumPayments()
    const batch: CardIntent[] = []
    for await (const intent of intents) {
      if (intent.attemptId === null) continue
      batch.push(intent)
      if (batch.length === INTENTS_PER_QUERY) await this.#compareBatch(batch.splice(0))
    }
    await this.#compareBatch(batch)
    await this.#findUnlisted()
    return [...this.#sums.values()]
  }

  async #sumPayments(): Promise<void> {
    const sum = sql`sum(${entries.amountMinor})`.mapWith(Number)
    const rows = await this.#db
      .select({ currency: entries.currency, sum })
      .from(entries)
      .where(and(isOfCards, lt(entries.createdAt, this.#startedAt)))
      .groupBy(entries.currency)
    for (const row of rows) this.#getSum(row.currency).paidMinor = row.sum
  }

  /** Selects the sum of the refunds of a payment that are not sent yet. */
  #selectQueued() {
    const isQueued = and(eq(refunds.paymentId, payments.id), eq(refunds.status, 'queued'))
    return this.#db
      .select({ minor: sql`coalesce(sum(${refunds.amountMinor}), 0)` })
      .from(refunds)
      .where(isQueued)
  }

  async #compareBatch(batch: CardIntent[]): Promise<void> {
    if (batch.length === 0) return
    const ids = batch.map(({ id }) => id)
    const queuedMinor = sql`(${this.#selectQueued()})`.mapWith(Number)
    const first = alias(attempts, 'first')
    const rows = await this.#db
      .select({ intentId: first.intentId, attempt: first.status, payment: COMPARED, queuedMinor })
      .from(attempts)
      .innerJoin(first, eq(first.id, attempts.orderId))
      .leftJoin(payments, eq(payments.attemptId, attempts.id))
      .where(sql`${first.intentId} = any(${sql.param(ids)})`)
    const byIntent = Map.groupBy(rows, ({ intentId }) => intentId)
    const isSold = sql`${vouchers.intentId} = any(${sql.param(ids)})`
    const sold = await this.#db.select().from(vouchers).where(isSold)
    const sales = new Map(sold.map((voucher) => [voucher.intentId, voucher]))
    for (const intent of batch) {
      const voucher = sales.get(intent.id)
      if (voucher) this.#compareSale(intent, voucher)
      else this.#compare(intent, toRecord(byIntent.get(intent.id)))
    }
  }

  #compare(intent: CardIntent, record: IntentRecord | undefined): void {
    const payment = record?.payment
    for (const id of record?.ids ?? []) this.#listed.add(id)
    if (intent.status !== 'succeeded') {
      if (payment) this.#addDiscrepancy('payment', payment.id, `its intent is ${intent.status} at the provider`)
      return
    }
    const sum = this.#getSum(intent.currency)
    sum.capturedMinor += intent.amountMinor
    sum.refundedMinor += intent.refundedMinor
    if (payment) this.#comparePaid(intent, payment, record)
    else this.#checkUnrecorded(intent, record)
  }

  /** The sale of a voucher, which is refunded in whole or not at all. */
  #compareSale(intent: CardIntent, { id, status, amountMinor, refundStatus }: VoucherRow): void {
    const isIssued = status === 'issued' || status === 'voided'
    const money = describeMoney(intent)
    if (intent.status !== 'succeeded') {
      if (isIssued) this.#addDiscrepancy('voucher', id, `its intent is ${intent.status} at the provider`)
      return
    }
    const sum = this.#getSum(intent.currency)
    sum.capturedMinor += intent.amountMinor
    sum.refundedMinor += intent.refundedMinor
    const refundedMinor = refundStatus === 'done' ? amountMinor : 0
    const isSame =
      intent.refundedMinor === refundedMinor || (refundStatus === 'queued' && intent.refundedMinor === amountMinor)
    if (!isIssued) this.#findings.inProgress.push({ kind: 'voucher', id, text: `${money}, not settled yet` })
    else if (intent.amountMinor !== amountMinor || !isSame) this.#addDiscrepancy('voucher', id, `${status}; ${money}`)
  }

  #checkUnrecorded(intent: CardIntent, record: IntentRecord | undefined): void {
    const { id, amountMinor, refundedMinor } = intent
    const money = describeMoney(intent)
    if (record?.attempt === 'open')
      this.#findings.inProgress.push({ kind: 'intent', id, text: `${money}, not settled yet` })
    else if (amountMinor !== refundedMinor) this.#addDiscrepancy('intent', id, `${money}, without a payment`)
  }

  #comparePaid(intent: CardIntent, { id, status, currency }: Payment, record: IntentRecord): void {
    const { amountPaidMinor, refundedMinor, queuedMinor } = record
    const add = (text: string) => this.#addDiscrepancy('payment', id, `${text}; ${describeMoney(intent)}`)
    if (amountPaidMinor !== intent.amountMinor || currency !== intent.currency)
      add(`${formatMoney(amountPaidMinor, currency)} recorded`)
    else if (intent.refundedMinor > refundedMinor || intent.refundedMinor < refundedMinor - queuedMinor)
      add(`${status}, ${formatMoney(refundedMinor, currency)} to refund`)
  }

  async #findUnlisted(): Promise<void> {
    // The provider knows nothing of what cost nothing.
    const isInScope = and(lt(payments.createdAt, this.#startedAt), gt(payments.amountPaidMinor, 0))
    for (let after = ''; ; ) {
      const rows = await this.#db
        .select({ id: payments.id })
        .from(payments)
        .where(and(isInScope, after ? sql`${payments.id} > ${after}` : undefined))
        .orderBy(payments.id)
        .limit(PAYMENTS_PER_QUERY)
      for (const { id } of rows)
        if (!this.#listed.has(id)) this.#addDiscrepancy('payment', id, 'unknown to the provider')
      const last = rows.at(-1)
      if (!last) return
      after = last.id
    }
  }

  #getSum(currency: string): Sum {
    const existing = this.#sums.get(currency)
    if (existing) return existing
    const sum = { currency, capturedMinor: 0, refundedMinor: 0, paidMinor: 0 }
    this.#sums.set(currency, sum)
    return sum
  }

  #addDiscrepancy(kind: string, id: string, text: string): void {
    this.#findings.discrepancies.push({ kind, id, text })
  }
}

function toRecord(
  rows: { attempt: Attempt['status']; payment: Payment | null; queuedMinor: number }[] | undefined,
): IntentRecord | undefined {
  const [first] = rows ?? []
  if (!rows || !first) return undefined
  const paid = rows.flatMap(({ payment }) => payment ?? [])
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)
  return {
    attempt: first.attempt,
    payment: paid[0] ?? null,
    ids: paid.map(({ id }) => id),
    amountPaidMinor: sum(paid.map((row) => row.amountPaidMinor)),
    refundedMinor: sum(paid.map((row) => row.refundedMinor)),
    queuedMinor: sum(rows.map((row) => row.queuedMinor)),
  }
}

function describeMoney({ amountMinor, refundedMinor, currency }: CardIntent): string {
  return `${formatMoney(amountMinor, currency)} captured, ${formatMoney(refundedMinor, currency)} refunded`
}
