/** The time of the audit of a filled database, with a card provider that lists an intent for each payment at once. */
import { audit } from '../../server/domains/payments/audit.ts'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import type { CardIntent } from '../../server/ports/card-provider.ts'
import { PAST_PRICE_MINOR } from '../past-payments.ts'

/** Returns microseconds for each payment. @throws Error where the audit finds something, which would take time of its own */
export async function timeAudit(url: string, payments: number): Promise<number> {
  const database = await openPostgres(url, () => {})
  try {
    const cards = { listIntents: () => listIntents(payments) }
    const startedAt = performance.now()
    const { discrepancies } = await audit({ db: database.db, cards })
    const elapsed = performance.now() - startedAt
    if (discrepancies.length > 0) throw new Error(`The audit finds ${discrepancies.length}: ${discrepancies[0]?.text}`)
    return (elapsed * 1000) / payments
  } finally {
    await database.close()
  }
}

async function* listIntents(payments: number): AsyncGenerator<CardIntent> {
  const money = { amountMinor: PAST_PRICE_MINOR, currency: 'usd', refundedMinor: 0, disputed: false }
  for (let n = 1; n <= payments; n++)
    yield { id: `pi_past${n}`, clientSecret: '', attemptId: 'past', status: 'succeeded', ...money }
}
