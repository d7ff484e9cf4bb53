import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** The hero slider's slides, in the order of `position`. */
export const slides = pgTable('slides', {
  id: uuid().primaryKey().defaultRandom(),
  position: integer().notNull(),
  image: text().notNull(),
  title: text().notNull(),
  description: text().notNull(),
})

/** Testimonials, in the order of `position`. */
export const reviews = pgTable('reviews', {
  id: uuid().primaryKey().defaultRandom(),
  position: integer().notNull(),
  image: text().notNull(),
  title: text().notNull(),
  role: text().notNull(),
  description: text().notNull(),
})
