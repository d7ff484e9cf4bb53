/** Looking at orders, and at what they leave, in tests. */
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { ClassRow } from '../demo/factories.ts'
import { classes } from '../server/classes/classes.table.ts'
import { type Audit, audit } from '../server/payments/audit.ts'
import type { School } from '../server/school.ts'

/** A class's free and taken seats. */
export async function seatsOf({ parts }: School, { id }: ClassRow) {
  const [row] = await parts.db.select().from(classes).where(eq(classes.id, id))
  return { seats: row?.seats, enroll: row?.enroll }
}

/** Waits until something that happens by itself has happened; fails after five seconds. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition, { timeout: 5_000, interval: 20 }).toBe(true)
}

/** What the audit finds in a school's books. */
export async function booksOf({ parts }: School): Promise<Pick<Audit, 'differences' | 'underWay'>> {
  const { differences, underWay } = await audit(parts)
  return { differences, underWay }
}
