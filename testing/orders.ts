/** Reads orders and their results, in tests. */
import { eq, type SQL, sql } from 'drizzle-orm'
import { expect, onTestFinished } from 'vitest'
import type { Application } from '../server/composition.ts'
import { runs } from '../server/domains/classes/runs/runs.table.ts'
import { type Audit, audit } from '../server/domains/payments/audit.ts'
import { AppError } from '../server/platform/app-error.ts'

/** Returns the free and taken seats of a class's run: the first one, unless another is given. */
export async function readSeats({ services }: Application, { runId }: { runId: string }) {
  const [row] = await services.db.select().from(runs).where(eq(runs.id, runId))
  return { seats: row?.seats, enroll: row?.enroll }
}

/** Waits for a condition, as long as polls do. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition, { interval: 20 }).toBe(true)
}

/** Runs the audit. Returns its findings. */
export async function readAudit({ services }: Application): Promise<Pick<Audit, 'discrepancies' | 'inProgress'>> {
  const { discrepancies, inProgress } = await audit(services)
  return { discrepancies, inProgress }
}

/** Runs a statement without triggers and checks of references, which would refuse it or mend what it breaks. */
export async function breakRecords({ services }: Application, statement: SQL): Promise<void> {
  await services.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(statement)
  })
}

/** Refuses webhook events until the end of a test, so that only its own calls settle a payment. */
export function refuseWebhookEvents({ services: { cards } }: Application): void {
  const { readWebhookEvent } = cards
  cards.readWebhookEvent = () => {
    throw new AppError('SIGNATURE_INVALID')
  }
  onTestFinished(() => {
    cards.readWebhookEvent = readWebhookEvent
  })
}
