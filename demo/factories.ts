/** Creates users, classes and enrolments in the database, for the demo and the tests. */
import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Role } from '../contract/users.ts'
import { classes } from '../server/domains/classes/classes.table.ts'
import { enrolments } from '../server/domains/enrolments/enrolments.table.ts'
import { attempts, payments } from '../server/domains/payments/payments.table.ts'
import { users } from '../server/domains/users/users.table.ts'
import type { Database } from '../server/platform/database/database.ts'
import * as Sandbox from '../server/sandbox/card-provider/card-sandbox.table.ts'

export type UserRow = typeof users.$inferSelect
export type ClassRow = typeof classes.$inferSelect

let count = 0

/** Creates a user of a role; values that are not given differ for each user. */
export async function makeUser(db: Database, role: Role, values: Partial<UserRow> = {}): Promise<UserRow> {
  const number = ++count
  const defaults = {
    email: `${role}${number}-${randomBytes(3).toString('hex')}@example.test`,
    name: `The ${role} ${number}`,
  }
  const [row] = await db
    .insert(users)
    .values({ ...defaults, role, createdAt: Date.now(), ...values })
    .returning()
  return must(row)
}

export type ClassOptions = Partial<Omit<ClassRow, 'offered'>>

/** Creates a class: by default approved, with ten seats and a new instructor. */
export async function makeClass(db: Database, values: ClassOptions = {}): Promise<ClassRow> {
  const number = ++count
  const { seats = 10, enroll = 0 } = values
  const instructorId = values.instructorId ?? (await makeUser(db, 'instructor')).id
  const defaults = {
    name: `Class ${number}`,
    image: '/pictures/demo/night-harbour/640.webp',
    listPriceMinor: 4999,
    status: 'approve',
  } as const
  const row = { ...defaults, createdAt: Date.now(), ...values, instructorId, seats, enroll, offered: seats + enroll }
  const [created] = await db.insert(classes).values(row).returning()
  return must(created)
}

/**
 * Creates the rows of a purchase: the sandbox's intent, the attempt, the payment and the enrolment. It also changes the seats of the
 * class, unless `counted` is set: then they include the purchase already.
 */
export async function makeEnrolment(
  db: Database,
  student: UserRow,
  bought: ClassRow,
  { at = Date.now(), currency = 'usd', counted = false } = {},
): Promise<void> {
  const intentId = `pi_${randomBytes(12).toString('hex')}`
  const [attemptId, paymentId, cartId] = [randomUUID(), randomUUID(), randomUUID()]
  const owner = { userId: student.id, classId: bought.id, cartId, email: student.email, name: student.name }
  const price = bought.listPriceMinor
  const purchase = { ...owner, className: bought.name, classImage: bought.image, currency }
  await makeSandboxPayment(db, intentId, at, {
    amount: price,
    currency,
    metadata: { attempt: attemptId, cartId, classId: bought.id, userId: student.id },
    receiptEmail: student.email,
    description: bought.name,
  })
  const attempt = { ...purchase, listPriceMinor: price, amountMinor: price, status: 'settled' } as const
  await db.insert(attempts).values({ ...attempt, id: attemptId, intentId, heldSince: at, heldUntil: at, createdAt: at })
  const payment = { ...purchase, amountPaidMinor: price, status: 'paid' } as const
  await db.insert(payments).values({ ...payment, id: paymentId, attemptId, transactionId: intentId, createdAt: at })
  await db.insert(enrolments).values({ userId: student.id, classId: bought.id, paymentId, createdAt: at })
  if (counted) return
  const sold = { seats: sql`${classes.seats} - 1`, enroll: sql`${classes.enroll} + 1` }
  await db.update(classes).set(sold).where(eq(classes.id, bought.id))
}

type Sale = Pick<
  typeof Sandbox.charges.$inferInsert,
  'amount' | 'currency' | 'metadata' | 'receiptEmail' | 'description'
>

/** Creates a paid intent with its charge in the card sandbox. */
async function makeSandboxPayment(db: Database, intentId: string, at: number, sale: Sale): Promise<void> {
  const chargeId = `ch_${randomBytes(12).toString('hex')}`
  const created = Math.floor(at / 1000)
  const card = {
    paymentMethod: `pm_${randomBytes(12).toString('hex')}`,
    number: '4242424242424242',
    expMonth: 12,
    expYear: 2034,
    email: sale.receiptEmail ?? null,
    name: null,
    authenticated: false,
  }
  await db.insert(Sandbox.intents).values({
    ...sale,
    id: intentId,
    clientSecret: `${intentId}_secret_${randomBytes(12).toString('hex')}`,
    status: 'succeeded',
    card,
    latestCharge: chargeId,
    created,
  })
  await db
    .insert(Sandbox.charges)
    .values({ ...sale, id: chargeId, paymentIntent: intentId, status: 'succeeded', card, created })
}

function must<T>(row: T | undefined): T {
  if (!row) throw new Error('an inserted row was not returned')
  return row
}
