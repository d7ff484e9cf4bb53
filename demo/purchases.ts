/** Writes the rows of purchases that are done: intent and charge of the card sandbox, attempt, payment and enrolment. */
import { randomBytes, randomUUID } from 'node:crypto'
import { toProviderAmount } from '../contract/values/money.ts'
import type { ClassRow } from '../server/domains/classes/classes.ts'
import { enrolments } from '../server/domains/enrolments/enrolments.table.ts'
import { attempts, payments } from '../server/domains/payments/payments.table.ts'
import type { users } from '../server/domains/users/users.table.ts'
import type { Database } from '../server/platform/database/database.ts'
import * as Sandbox from '../server/sandbox/card-provider/card-sandbox.table.ts'

export interface Purchase {
  student: typeof users.$inferSelect
  bought: Pick<ClassRow, 'id' | 'name' | 'image'> & { runId: string }
  priceMinor: number
  currency: string
  at: number
}

/** Inserts purchases whose seats are counted already. Returns the ids of the enrolments. Receipts have the order of the list. */
export async function insertPurchases(db: Database, purchases: readonly Purchase[]): Promise<string[]> {
  if (purchases.length === 0) return []
  const rows = purchases.map(toRows)
  await db.insert(Sandbox.intents).values(rows.map(({ intent }) => intent))
  await db.insert(Sandbox.charges).values(rows.map(({ charge }) => charge))
  await db.insert(attempts).values(rows.map(({ attempt }) => attempt))
  await db.insert(payments).values(rows.map(({ payment }) => payment))
  await db.insert(enrolments).values(rows.map(({ enrolment }) => enrolment))
  return rows.map(({ enrolment }) => enrolment.id)
}

function toRows({ student, bought, priceMinor, currency, at }: Purchase) {
  const [attemptId, paymentId, cartId] = [randomUUID(), randomUUID(), randomUUID()]
  const intentId = `pi_${randomHex()}`
  const { id: classId, runId, name: className, image: classImage } = bought
  const owner = { userId: student.id, classId, runId, cartId, email: student.email, name: student.name }
  const purchase = { ...owner, className, classImage, currency }
  const metadata = { attempt: attemptId, cartId, classId, userId: student.id }
  const amount = toProviderAmount(priceMinor, currency)
  const sale = { amount, currency, metadata, receiptEmail: student.email, description: className }
  const prices = { listPriceMinor: priceMinor, amountMinor: priceMinor }
  const held = { orderId: attemptId, intentId, heldSince: at, heldUntil: at, createdAt: at }
  const paid = { attemptId, amountPaidMinor: priceMinor, transactionId: intentId, createdAt: at }
  return {
    ...toSandboxRows(intentId, sale, at),
    attempt: { ...purchase, ...prices, ...held, id: attemptId, status: 'settled' as const },
    payment: { ...purchase, ...paid, id: paymentId, status: 'paid' as const },
    enrolment: {
      id: randomUUID(),
      userId: student.id,
      classId,
      runId,
      paymentId,
      listPriceMinor: priceMinor,
      createdAt: at,
      // It is no news for the instructor.
      isTold: true,
    },
  }
}

type Sale = Pick<
  typeof Sandbox.charges.$inferInsert,
  'amount' | 'currency' | 'metadata' | 'receiptEmail' | 'description'
>

/** Builds a paid intent with its charge. */
function toSandboxRows(intentId: string, sale: Sale, at: number) {
  const chargeId = `ch_${randomHex()}`
  const card = {
    paymentMethod: `pm_${randomHex()}`,
    number: '4242424242424242',
    expMonth: 12,
    expYear: 2034,
    email: sale.receiptEmail ?? null,
    name: null,
    authenticated: false,
  }
  const payment = { ...sale, status: 'succeeded' as const, card, created: Math.floor(at / 1000) }
  const clientSecret = `${intentId}_secret_${randomHex()}`
  return {
    intent: { ...payment, id: intentId, clientSecret, latestCharge: chargeId },
    charge: { ...payment, id: chargeId, paymentIntent: intentId },
  }
}

const randomHex = () => randomBytes(12).toString('hex')
