/** What a restarted school does by itself, at once: its jobs, with every hold run out and nothing too young to be asked about. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { builtPages } from '../../server/pages/built.ts'
import { systemContext } from '../../server/parts.ts'
import { type Audit, audit } from '../../server/payments/audit.ts'
import { reconcile } from '../../server/payments/reconcile.ts'
import { openSchool } from '../../server/school.ts'
import { readSettings } from '../../server/settings.ts'
import type { Copy } from './databases.ts'
import { SECRET } from './school-process.ts'

/** Opens the school of a copy anew, lets its jobs run, and answers what the audit says. */
export async function recover({ env, open }: Copy): Promise<Audit> {
  const read = readSettings({ DEMO: 'off', CARDS: 'sandbox', SECRET, ...env })
  const settings = { ...read, publicUrl: 'http://127.0.0.1:3000' }
  const log = pino({ level: 'silent' })
  const school = await openSchool({ settings, secret: SECRET, database: await open(), pages: await builtPages(), log })
  try {
    const { db, jobs } = school.parts
    await db.execute(sql`update payment_attempts set held_until = 0, created_at = 0 where status = 'open'`)
    await db.execute(sql`update payments set created_at = created_at - 120000`)
    await db.execute(sql`update jobs.job set started_on = now() - interval '1 day' where state = 'active'`)
    await reconcile(systemContext(school.parts))
    for (let round = 0; round < 4; round++) {
      await db.execute(sql`update jobs.queue set maintain_on = null, monitor_on = null`)
      await jobs.reclaim()
      await jobs.doWaiting()
      await pause(10)
    }
    return await audit(school.parts)
  } finally {
    await school.close()
  }
}
