/**
 * Compares our records with one another and with the card provider. For each run, seats and enrolments must add up to the seats
 * offered. The ledger must have what orders, payments and refunds say. Money captured less money refunded must equal what the school
 * keeps by the ledger. Reads only.
 */
import type { Database } from '#server/platform/database/database.ts'
import type { CardProvider } from '#server/ports/card-provider.ts'
import { auditLedger } from './audit-ledger.ts'
import { ProviderAudit, type Sum } from './audit-provider.ts'
import { auditRecords, type Findings } from './audit-records.ts'

export type { Finding } from './audit-records.ts'

export interface Audit extends Findings {
  sums: Sum[]
}

/** Audits everything that began before the call. */
export async function audit({ db, cards }: { db: Database; cards: Pick<CardProvider, 'listIntents'> }): Promise<Audit> {
  const startedAt = Date.now()
  const findings: Findings = { discrepancies: [], inProgress: [] }
  await auditRecords(db, findings, startedAt)
  await auditLedger(db, findings)
  const sums = await new ProviderAudit(db, findings, startedAt).run(cards.listIntents())
  return { ...findings, sums }
}
