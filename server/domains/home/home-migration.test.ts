import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { readRow } from '../school/current-school.ts'
import { listReviews, listSlides } from './home.ts'
import { list as listManagedReviews } from './reviews.ts'
import { list as listManagedSlides } from './slides.ts'

it('keeps slides and reviews published and in their order, and gives the school its row', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    20,
    async (db) => {
      await db.execute(sql`insert into slides (position, image, title, description)
        values (1, '/b', 'Second', ''), (0, '/a', 'First', 'By the sea')`)
      await db.execute(sql`insert into reviews (position, image, title, role, description)
        values (0, '/c', 'Hanne', 'Student', 'Good.')`)
    },
    async (db) => {
      expect((await listSlides(db)).map(({ title }) => title)).toEqual(['First', 'Second'])
      expect(await listReviews(db)).toMatchObject([{ title: 'Hanne' }])
      expect(await listManagedSlides(db)).toMatchObject([
        { published: true, version: 1 },
        { published: true, version: 1 },
      ])
      expect(await listManagedReviews(db)).toMatchObject([{ consent: '', published: true, version: 1 }])
      expect(await readRow(db)).toMatchObject({ name: null, version: 1 })
    },
  )
})
