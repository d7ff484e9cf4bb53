import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { readRow } from '../school/current-school.ts'
import { createLink } from './links.ts'

describe('an upgrade to a school that is set up by a link', { timeout: UPGRADE_TIMEOUT_MS }, () => {
  it.each([
    ['is not needed where the school has users of its own', 'ada@school.example', true],
    ['is still to come where it has only the demo', 'admin@demo.school', false],
  ])('%s', async (_, email, isSetUp) => {
    await upgradeFrom(
      24,
      async (db) => {
        await db.execute(sql`insert into users (email, name, role, created_at) values (${email}, 'Ada', 'admin', 1)`)
        await db.execute(sql`update school set name = 'Light & Lens'`)
      },
      async (db) => {
        const row = await readRow(db)
        expect(row).toMatchObject({ name: 'Light & Lens', currency: null })
        expect(row.setUpAt !== null).toBe(isSetUp)
        // Stays set up, also if all of these users leave.
        await db.execute(sql`update users set deleted_at = 1`)
        expect((await createLink(db, 'https://school.example')) === null).toBe(isSetUp)
      },
    )
  })
})
