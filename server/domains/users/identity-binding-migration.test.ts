import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'

const MINUTE_MS = 60_000
const NOW = Date.UTC(2026, 0, 1)

const PEOPLE = [
  // name, record created (minutes from now), identity created, confirmed, record deleted
  ['confirmed', 0, 60, true, false],
  ['own', 1, 1, false, false],
  ['inherited', 0, 60, false, false],
  ['seeded', 0, null, false, false],
  ['gone', 0, 0, true, true],
] as const

it('binds existing records to confirmed identities and to those that created them, and to no others', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    8,
    async (db) => {
      for (const [name, recordAt, identityAt, confirmed, deleted] of PEOPLE) {
        const email = `${name}@example.test`
        await db.execute(
          sql`insert into users (email, name, role, created_at, deleted_at) values (${email}, ${name}, 'admin', ${NOW + recordAt * MINUTE_MS}, ${deleted ? NOW : null})`,
        )
        if (identityAt === null) continue
        const createdAt = new Date(NOW + identityAt * MINUTE_MS).toISOString()
        await db.execute(
          sql`insert into identity.user (id, name, email, email_verified, created_at, updated_at) values (${`id of ${name}`}, '', ${email}, ${confirmed}, ${createdAt}, ${createdAt})`,
        )
      }
    },
    async (db) => {
      const { rows } = (await db.execute(
        sql`select name, identity_id, tokens_from > 0 as ended from users order by name`,
      )) as { rows: unknown[] }
      expect(rows).toEqual([
        { name: 'confirmed', identity_id: 'id of confirmed', ended: false },
        { name: 'gone', identity_id: null, ended: false },
        { name: 'inherited', identity_id: null, ended: true },
        { name: 'own', identity_id: 'id of own', ended: false },
        { name: 'seeded', identity_id: null, ended: false },
      ])
    },
  )
})
