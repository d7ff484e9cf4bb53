import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { users } from '../users/users.table.ts'
import { isUnreviewed, pages as table } from './pages.table.ts'
import { list } from './pages.ts'
import { listLinks } from './shown-pages.ts'
import * as Versions from './versions.ts'

it('gives a school with users the four texts as their first versions, which nobody has reviewed or agreed to', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    23,
    async (db) => {
      await db.execute(sql`insert into users (email, name, created_at) values ('ada@example.test', 'Ada', 1)`)
      await db.execute(sql`update school set name = 'Fog School'`)
    },
    async (db) => {
      const pages = await list(db)
      expect(pages.map(({ slug, published, reviewed, version }) => [slug, published, reviewed, version])).toEqual([
        ['terms', true, false, 1],
        ['privacy', true, false, 1],
        ['refunds', true, false, 1],
        ['contact', true, null, 1],
      ])
      for (const { _id } of pages)
        expect(await Versions.list({ db }, _id)).toMatchObject([{ version: 1, author: null }])
      expect(await db.$count(table, isUnreviewed)).toBe(3)
      expect((await listLinks(db)).footer.map(([path]) => path)).toEqual(['/terms', '/privacy', '/refunds'])
      expect(await db.select({ version: users.termsVersion }).from(users)).toEqual([{ version: null }])
    },
  )
})

it.each([
  ['without users has the new words on canceled dates', false, 'unless you choose credit or another date'],
  ['with users keeps its words', true, 'we e-mail you and refund the full amount'],
])('a school %s', { timeout: UPGRADE_TIMEOUT_MS }, async (_, hasUsers, words) => {
  await upgradeFrom(
    76,
    async (db) => {
      if (hasUsers)
        await db.execute(sql`insert into users (email, name, created_at) values ('ada@example.test', 'Ada', 1)`)
    },
    async (db) => {
      const [terms] = await list(db)
      expect(terms).toMatchObject({ slug: 'terms', version: 1 })
      expect(terms?.text).toContain(words)
      expect((await Versions.read(db, terms?._id ?? '', 1)).text).toContain(words)
    },
  )
})
