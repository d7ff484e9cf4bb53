import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../users/users.table.ts'

/** The hero slider's slides, in the order of `position`. */
export const slides = pgTable('slides', {
  id: uuid().primaryKey().defaultRandom(),
  position: integer().notNull(),
  image: text().notNull(),
  title: text().notNull(),
  description: text().notNull(),
  /** Only admins see drafts. */
  published: boolean().notNull().default(true),
  /** Grows with every update except of the position, by a trigger. `If-Match` is compared with it. */
  version: integer().notNull().default(1),
})

/** Testimonials, in the order of `position`. */
export const reviews = pgTable('reviews', {
  id: uuid().primaryKey().defaultRandom(),
  position: integer().notNull(),
  /** Blank for none. */
  image: text().notNull(),
  title: text().notNull(),
  role: text().notNull(),
  description: text().notNull(),
  /** When and how the person agreed to the publication. */
  consent: text().notNull().default(''),
  /** The student who says it, where an admin has chosen one. */
  studentId: uuid().references(() => users.id),
  published: boolean().notNull().default(true),
  version: integer().notNull().default(1),
})
