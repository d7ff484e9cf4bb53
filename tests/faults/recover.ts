/** Does at once what a restarted application does over time: runs its jobs, with every hold expired and every order due. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { openApplication } from '../../server/composition.ts'
import { type Audit, audit } from '../../server/domains/payments/audit.ts'
import { payments } from '../../server/domains/payments/payments.table.ts'
import { reconcile } from '../../server/domains/payments/reconcile.ts'
import { sweep } from '../../server/domains/waiting/offers.ts'
import { loadBuiltPages } from '../../server/pages/built.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { SECRET } from './application-process.ts'
import type { Copy } from './databases.ts'

/** Opens the application on a copy and runs its jobs. Returns the result of the audit, and the transaction ids of all payments. */
export async function recover({ env, open }: Copy): Promise<Audit & { transactionIds: string[] }> {
  const application = await openApplication({
    settings: {
      ...readSettings({ DEMO: 'off', CARDS: 'sandbox', SECRET, ...env }),
      publicUrl: 'http://127.0.0.1:3000',
    },
    secret: SECRET,
    database: await open(),
    pages: await loadBuiltPages(),
    log: pino({ level: 'silent' }),
  })
  try {
    const { db, jobs } = application.services
    await db.execute(sql`update payment_attempts set held_until = 0, created_at = 0 where status = 'open'`)
    await db.execute(sql`update payments set created_at = created_at - 120000`)
    await db.execute(sql`update jobs.job set started_on = now() - interval '1 day' where state = 'active'`)
    await reconcile(application.services)
    await sweep(application.services)
    for (let round = 0; round < 4; round++) {
      await db.execute(sql`update jobs.queue set maintain_on = null, monitor_on = null, monitor_claim_on = null`)
      await jobs.reclaim()
      await jobs.runQueued()
      await pause(10)
    }
    const rows = await db.select().from(payments)
    return { ...(await audit(application.services)), transactionIds: rows.map(({ transactionId }) => transactionId) }
  } finally {
    await application.close()
  }
}
