/** Makes people, classes and enrolments as the demo and the tests need them, straight in the database. */
import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Role } from '../contract/users.ts'
import * as Sandbox from '../server/card-sandbox/card-sandbox.table.ts'
import { classes } from '../server/classes/classes.table.ts'
import type { Database } from '../server/database/database.ts'
import { attempts, enrolments, payments } from '../server/payments/payments.table.ts'
import { users } from '../server/users/users.table.ts'

export type UserRow = typeof users.$inferSelect
export type ClassRow = typeof classes.$inferSelect

let made = 0

/** A user of a role; what is not said is made up, and different for each. */
export async function makeUser(db: Database, role: Role, said: Partial<UserRow> = {}): Promise<UserRow> {
  const number = ++made
  const values = {
    email: `${role}${number}-${randomBytes(3).toString('hex')}@example.test`,
    name: `The ${role} ${number}`,
  }
  const [row] = await db
    .insert(users)
    .values({ ...values, role, createdAt: Date.now(), ...said })
    .returning()
  return must(row)
}

export type ClassSaid = Partial<Omit<ClassRow, 'offered'>>

/** A class, approved and with ten seats unless said otherwise. Without an instructor it gets a new one. */
export async function makeClass(db: Database, said: ClassSaid = {}): Promise<ClassRow> {
  const number = ++made
  const { seats = 10, enroll = 0 } = said
  const instructorId = said.instructorId ?? (await makeUser(db, 'instructor')).id
  const values = {
    name: `Class ${number}`,
    image: '/pictures/demo/night-harbour/640.webp',
    priceMinor: 4999,
    status: 'approve',
  } as const
  const row = { ...values, createdAt: Date.now(), ...said, instructorId, seats, enroll, offered: seats + enroll }
  const [created] = await db.insert(classes).values(row).returning()
  return must(created)
}

/**
 * Enrols a student who has paid: the sandbox's intent, the attempt, the payment and the enrolment, as buying leaves them.
 * The class's numbers change with it unless `counted` says that they stand already.
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
  const frozen = {
    ...owner,
    className: bought.name,
    classImage: bought.image,
    amountMinor: bought.priceMinor,
    currency,
  }
  await makeSandboxPayment(db, intentId, at, {
    amount: bought.priceMinor,
    currency,
    metadata: { attempt: attemptId, cartId, classId: bought.id, userId: student.id },
    receiptEmail: student.email,
    description: bought.name,
  })
  await db
    .insert(attempts)
    .values({ ...frozen, id: attemptId, status: 'settled', intentId, heldSince: at, heldUntil: at, createdAt: at })
  await db
    .insert(payments)
    .values({ ...frozen, id: paymentId, attemptId, transactionId: intentId, status: 'paid', createdAt: at })
  await db.insert(enrolments).values({ userId: student.id, classId: bought.id, paymentId, createdAt: at })
  if (counted) return
  const taken = { seats: sql`${classes.seats} - 1`, enroll: sql`${classes.enroll} + 1` }
  await db.update(classes).set(taken).where(eq(classes.id, bought.id))
}

type Sold = Pick<
  typeof Sandbox.charges.$inferInsert,
  'amount' | 'currency' | 'metadata' | 'receiptEmail' | 'description'
>

/** An intent that was paid with the card that always works, and its charge, at the pretend provider. */
async function makeSandboxPayment(db: Database, intentId: string, at: number, sold: Sold): Promise<void> {
  const chargeId = `ch_${randomBytes(12).toString('hex')}`
  const created = Math.floor(at / 1000)
  const card = {
    paymentMethod: `pm_${randomBytes(12).toString('hex')}`,
    number: '4242424242424242',
    expMonth: 12,
    expYear: 2034,
    email: sold.receiptEmail ?? null,
    name: null,
    authenticated: false,
  }
  await db.insert(Sandbox.intents).values({
    ...sold,
    id: intentId,
    clientSecret: `${intentId}_secret_${randomBytes(12).toString('hex')}`,
    status: 'succeeded',
    card,
    latestCharge: chargeId,
    created,
  })
  await db
    .insert(Sandbox.charges)
    .values({ ...sold, id: chargeId, paymentIntent: intentId, status: 'succeeded', card, created })
}

function must<T>(row: T | undefined): T {
  if (!row) throw new Error('a written row was not answered')
  return row
}
