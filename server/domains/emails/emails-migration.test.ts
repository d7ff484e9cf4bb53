import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'

it('a school that is upgraded has the default words, and each change of them counts a version', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    31,
    async (db) => {
      await db.execute(
        sql`insert into users (email, name, role, created_at) values ('a@example.test', 'Ada', 'instructor', 1)`,
      )
    },
    async (db) => {
      const read = async () => {
        const { rows } = (await db.execute(sql`select key, subject, text, version from email_templates`)) as {
          rows: unknown[]
        }
        return rows
      }
      expect(await read()).toEqual([])
      await db.execute(sql`insert into email_templates (key, subject, text) values ('receipt', 'S', 'T')`)
      await db.execute(sql`update email_templates set subject = null, text = null`)
      expect(await read()).toEqual([{ key: 'receipt', subject: null, text: null, version: 2 }])
      await expect(db.execute(sql`update email_templates set subject = 'S'`)).rejects.toThrow()
      await expect(db.execute(sql`insert into email_templates (key) values ('receipt')`)).rejects.toThrow()
    },
  )
})
