/** Reads orders and their results, in tests. */
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { ClassRow } from '../demo/factories.ts'
import type { Application } from '../server/composition.ts'
import { classes } from '../server/domains/classes/classes.table.ts'
import { type Audit, audit } from '../server/domains/payments/audit.ts'

/** Returns a class's free and taken seats. */
export async function readSeats({ services }: Application, { id }: ClassRow) {
  const [row] = await services.db.select().from(classes).where(eq(classes.id, id))
  return { seats: row?.seats, enroll: row?.enroll }
}

/** Waits for a condition; fails after five seconds. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition, { timeout: 5_000, interval: 20 }).toBe(true)
}

/** Runs the audit. Returns its findings. */
export async function readAudit({ services }: Application): Promise<Pick<Audit, 'discrepancies' | 'inProgress'>> {
  const { discrepancies, inProgress } = await audit(services)
  return { discrepancies, inProgress }
}
