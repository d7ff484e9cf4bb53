import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'

const PEOPLE = [
  // name, has an identity, whose e-mail is confirmed
  ['confirmed', true, true],
  ['imported', false, false],
  ['unconfirmed', true, false],
] as const

it('records with a confirmed identity are confirmed, and no others', { timeout: UPGRADE_TIMEOUT_MS }, async () => {
  await upgradeFrom(
    10,
    async (db) => {
      for (const [name, isBound, isConfirmed] of PEOPLE) {
        const email = `${name}@example.test`
        await db.execute(
          sql`insert into identity.user (id, name, email, email_verified, created_at, updated_at) values (${name}, '', ${email}, ${isConfirmed}, now(), now())`,
        )
        await db.execute(
          sql`insert into users (email, name, created_at, identity_id) values (${email}, ${name}, 1, ${isBound ? name : null})`,
        )
      }
    },
    async (db) => {
      const { rows } = (await db.execute(sql`select name, email_confirmed from users order by name`)) as {
        rows: unknown[]
      }
      expect(rows).toEqual(PEOPLE.map(([name, , isConfirmed]) => ({ name, email_confirmed: isConfirmed })))
    },
  )
})
