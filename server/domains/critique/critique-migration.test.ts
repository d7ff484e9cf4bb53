import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { UPGRADE_TIMEOUT_MS, upgradeFrom } from '../../../testing/databases/upgrade.ts'
import { materials } from '../materials/materials.table.ts'
import { submissions } from './critique.table.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ADA, CLASS, BRIEF, FIRST, OTHER] = [id(1), id(2), id(3), id(4), id(5)]
const [PICTURE, VERSION] = [id(6), id(7)]

it('a submission from before says how long its first critique took and how many pictures it has, and lines of material stay apart', {
  timeout: UPGRADE_TIMEOUT_MS,
}, async () => {
  await upgradeFrom(
    63,
    async (db) => {
      await db.execute(sql`insert into users (id, email, name, created_at) values (${ADA}, 'a@example.test', 'Ada', 1)`)
      await db.execute(sql`insert into classes (id, instructor_id, name, image, list_price_minor, created_at)
        values (${CLASS}, ${ADA}, 'Fog', '/fog', 4999, 1)`)
      await db.execute(sql`insert into class_materials (class_id, text, links, updated_at)
        values (${CLASS}, ${'Bring:\na tripod\na cloth\n\nCome early.'}, '[]', 1)`)
      await db.execute(sql`insert into briefs (id, class_id, title, text, due_at, count, rules, add_failed, created_at)
        values (${BRIEF}, ${CLASS}, 'Fog', '', 1, 3, '{}', false, 1)`)
      await db.execute(
        sql`insert into submissions (id, brief_id, user_id, created_at) values (${FIRST}, ${BRIEF}, ${ADA}, 1)`,
      )
      await db.execute(sql`insert into submission_pictures (id, submission_id, intent, position, begun_at, created_at)
        values (${PICTURE}, ${FIRST}, 'Depth', 0, 1, 1)`)
      await db.execute(sql`insert into picture_versions (id, picture_id, hash, media_type, width, height, views, bytes, exif, ready, created_at)
        values (${VERSION}, ${PICTURE}, 'a', 'image/jpeg', 6, 4, '["6.avif"]', 1, '{}', true, 1000)`)
      for (const [number, at] of [
        [1, 9000],
        [2, 5000],
        [3, null],
      ])
        await db.execute(sql`insert into remarks (version_id, author_id, kind, text, number, released_at, created_at)
          values (${VERSION}, ${ADA}, 'note', 'Here', ${number}, ${at}, 2000)`)
    },
    async (db) => {
      const { firstCritiqueAt, firstCritiqueMs, pictureCount } = submissions
      expect(await db.select({ firstCritiqueAt, firstCritiqueMs, pictureCount }).from(submissions)).toEqual([
        { firstCritiqueAt: 5000, firstCritiqueMs: 4000, pictureCount: 1 },
      ])
      const [{ text } = { text: '' }] = await db.select({ text: materials.text }).from(materials)
      expect(text).toBe('Bring:  \na tripod  \na cloth\n\nCome early.')
      await db.execute(
        sql`insert into users (id, email, name, created_at) values (${OTHER}, 'b@example.test', 'Ben', 1)`,
      )
      await db.execute(sql`insert into submissions (brief_id, user_id, created_at) values (${BRIEF}, ${OTHER}, 1)`)
    },
  )
})
