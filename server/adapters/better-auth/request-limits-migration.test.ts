import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { rateLimit } from './identity.table.ts'

it('forgets the addresses of visitors that the version before has counted', { timeout: UPGRADE_TIMEOUT_MS }, () => {
  const row = { id: 'a', key: '203.0.113.7|/sign-in/email', count: 1, lastRequest: 1 }
  return upgradeFrom(
    33,
    async (db) => void (await db.insert(rateLimit).values(row)),
    async (db) => expect(await db.select().from(rateLimit)).toEqual([]),
  )
})
