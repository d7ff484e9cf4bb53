/**
 * Holds the books against themselves and against the card provider: per class, seats and enrolments are the seats put on offer;
 * money captured less money refunded is the sum of the payments not refunded. Reads only.
 */
import { and, count, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { formatMoney } from '#contract/money.ts'
import { classes } from '#server/classes/classes.table.ts'
import type { SystemContext } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import type { CardIntent } from './cards.ts'
import { attempts, enrolments, payments, refunds } from './payments.table.ts'

/** One row that is not as it must be. */
export interface Finding {
  /** `class`, `payment`, `attempt` or `intent`, and its id. */
  of: string
  id: string
  says: string
}

export interface Sum {
  currency: string
  capturedMinor: number
  refundedMinor: number
  /** Of the payments that are not refunded. */
  paidMinor: number
}

export interface Audit {
  differences: Finding[]
  /** What the school is still about to do by itself: money that is on its way back, payments that are not settled yet. */
  underWay: Finding[]
  sums: Sum[]
}

type Ctx = Pick<SystemContext, 'db' | 'cards'>

/** How many rows are held against each other at a time. */
const AT_ONCE = 100

/** Looks at everything that began before it was called. */
export async function audit(ctx: Ctx): Promise<Audit> {
  const books = new Books(ctx.db)
  await books.lookAtClasses()
  await books.lookAtPayments()
  await books.lookAtRefunds()
  await books.lookAtAttempts()
  await books.holdAgainst(ctx.cards.allIntents())
  return { differences: books.differences, underWay: books.underWay, sums: [...books.sums.values()] }
}

class Books {
  readonly differences: Finding[] = []
  readonly underWay: Finding[] = []
  readonly sums = new Map<string, Sum>()
  readonly #db: Database
  readonly #begunAt = Date.now()
  /** Payments whose intents the provider has shown. */
  readonly #shown = new Set<string>()

  constructor(db: Database) {
    this.#db = db
  }

  async lookAtClasses(): Promise<void> {
    const enrolled = count(enrolments.id)
    const rows = await this.#db
      .select({ id: classes.id, seats: classes.seats, enroll: classes.enroll, offered: classes.offered, enrolled })
      .from(classes)
      .leftJoin(enrolments, eq(enrolments.classId, classes.id))
      .groupBy(classes.id)
      .having(sql`${classes.enroll} <> ${enrolled} or ${classes.seats} + ${enrolled} <> ${classes.offered}`)
    for (const { id, seats, enroll, offered, enrolled } of rows) {
      this.#differ(
        'class',
        id,
        `${seats} seats and ${enrolled} enrolments (${enroll} noted) of ${offered} put on offer`,
      )
    }
  }

  /** A payment that is not refunded is an enrolment, and no other is. */
  async lookAtPayments(): Promise<void> {
    const rows = await this.#db
      .select({ id: payments.id, status: payments.status, enrolment: enrolments.id })
      .from(payments)
      .leftJoin(enrolments, eq(enrolments.paymentId, payments.id))
      .where(sql`(${payments.status} = 'refunded') = (${enrolments.id} is not null)`)
    for (const { id, status, enrolment } of rows) {
      this.#differ('payment', id, `${status}, ${enrolment ? 'and its enrolment stands' : 'without an enrolment'}`)
    }
  }

  async lookAtRefunds(): Promise<void> {
    const rows = await this.#db
      .select({ id: payments.id, status: payments.status, refund: refunds.status, problem: refunds.problem })
      .from(payments)
      .leftJoin(refunds, eq(refunds.paymentId, payments.id))
      .where(
        sql`(${payments.status} = 'refunded') <> (${refunds.id} is not null) or coalesce(${refunds.status}, 'done') <> 'done'`,
      )
    for (const { id, status, refund, problem } of rows) {
      if (status === 'refunded' && refund === 'queued') this.#wait('payment', id, 'its money is about to go back')
      else if (refund === 'failed') this.#differ('payment', id, `its money could not go back: ${problem}`)
      else this.#differ('payment', id, `${status}, with ${refund ? `a refund that is ${refund}` : 'no refund'}`)
    }
  }

  async lookAtAttempts(): Promise<void> {
    const lost = await this.#db
      .select({ id: attempts.id, status: attempts.status })
      .from(attempts)
      .leftJoin(payments, eq(payments.attemptId, attempts.id))
      .where(sql`(${attempts.status} = 'settled') = (${payments.id} is null)`)
    for (const { id, status } of lost) this.#differ('attempt', id, `${status}, against its payment`)
    const late = and(eq(attempts.status, 'open'), lt(attempts.heldUntil, this.#begunAt))
    for (const { id } of await this.#db.select({ id: attempts.id }).from(attempts).where(late)) {
      this.#wait('attempt', id, 'its hold has run out')
    }
  }

  /** Every intent of ours against its payment, and every payment against the intents that there were. */
  async holdAgainst(intents: AsyncIterable<CardIntent>): Promise<void> {
    for await (const { currency, sum } of this.#paid()) this.#sum(currency).paidMinor = sum
    const page: CardIntent[] = []
    for await (const intent of intents) {
      if (intent.attemptId === null) continue
      page.push(intent)
      if (page.length === AT_ONCE) await this.#holdPage(page.splice(0))
    }
    await this.#holdPage(page)
    await this.#lookForUnshown()
  }

  async *#paid() {
    const sum = sql`sum(${payments.amountMinor})`.mapWith(Number)
    const kept = and(ne(payments.status, 'refunded'), lt(payments.createdAt, this.#begunAt))
    yield* await this.#db
      .select({ currency: payments.currency, sum })
      .from(payments)
      .where(kept)
      .groupBy(payments.currency)
  }

  async #holdPage(page: CardIntent[]): Promise<void> {
    if (page.length === 0) return
    const ids = page.map(({ id }) => id)
    const rows = await this.#db
      .select({ intentId: attempts.intentId, attempt: attempts.status, payment: payments, refund: refunds.status })
      .from(attempts)
      .leftJoin(payments, eq(payments.attemptId, attempts.id))
      .leftJoin(refunds, eq(refunds.paymentId, payments.id))
      .where(inArray(attempts.intentId, ids))
    const byIntent = new Map(rows.map((row) => [row.intentId, row]))
    for (const intent of page) this.#hold(intent, byIntent.get(intent.id))
  }

  #hold(intent: CardIntent, ours: Ours | undefined): void {
    const { id, status, amountMinor, currency, refundedMinor } = intent
    const payment = ours?.payment
    if (payment) this.#shown.add(payment.id)
    if (status !== 'succeeded') {
      if (payment) this.#differ('payment', payment.id, `the provider says that its intent is ${status}`)
      return
    }
    const sum = this.#sum(currency)
    sum.capturedMinor += amountMinor
    sum.refundedMinor += refundedMinor
    const money = `${formatMoney(amountMinor, currency)} taken, ${formatMoney(refundedMinor, currency)} sent back`
    if (!payment) {
      if (ours?.attempt === 'open') this.#wait('intent', id, `${money}, not settled yet`)
      else if (amountMinor !== refundedMinor) this.#differ('intent', id, `${money}, and no payment stands for it`)
      return
    }
    if (payment.amountMinor !== amountMinor || payment.currency !== currency) {
      this.#differ('payment', payment.id, `${formatMoney(payment.amountMinor, payment.currency)} here; ${money}`)
    } else if (refundedMinor !== (payment.status === 'refunded' ? amountMinor : 0) && ours.refund !== 'queued') {
      this.#differ('payment', payment.id, `${payment.status}; ${money}`)
    }
  }

  async #lookForUnshown(): Promise<void> {
    const before = lt(payments.createdAt, this.#begunAt)
    for (let after = ''; ; ) {
      const further = and(before, after ? sql`${payments.id} > ${after}` : undefined)
      const rows = await this.#db
        .select({ id: payments.id })
        .from(payments)
        .where(further)
        .orderBy(payments.id)
        .limit(AT_ONCE * AT_ONCE)
      for (const { id } of rows) if (!this.#shown.has(id)) this.#differ('payment', id, 'unknown to the provider')
      const last = rows.at(-1)
      if (!last) return
      after = last.id
    }
  }

  #sum(currency: string): Sum {
    const known = this.sums.get(currency)
    if (known) return known
    const sum = { currency, capturedMinor: 0, refundedMinor: 0, paidMinor: 0 }
    this.sums.set(currency, sum)
    return sum
  }

  #differ(of: string, id: string, says: string): void {
    this.differences.push({ of, id, says })
  }

  #wait(of: string, id: string, says: string): void {
    this.underWay.push({ of, id, says })
  }
}

interface Ours {
  attempt: (typeof attempts.$inferSelect)['status']
  payment: typeof payments.$inferSelect | null
  refund: (typeof refunds.$inferSelect)['status'] | null
}
