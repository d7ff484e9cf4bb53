import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import * as Column from '../../platform/exported-tables.ts'
import { users } from '../users/users.table.ts'

/** The hero slider's slides, in the order of `position`. */
export const slides = pgTable('slides', {
  id: uuid().primaryKey().defaultRandom(),
  position: integer().notNull(),
  image: text().notNull(),
  /** The focal point of the image, `30% 60%`; blank for the middle. */
  focus: text().notNull().default(''),
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
  /** Date and form of the person's consent to the publication. */
  consent: text().notNull().default(''),
  /** The student who says it, where an admin has chosen one. */
  studentId: uuid().references(() => users.id),
  published: boolean().notNull().default(true),
  version: integer().notNull().default(1),
})

export const HOME_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'slides',
    meaning: 'Slides of the home page.',
    columns: {
      id: Column.id,
      position: Column.text('place in the order, from 0'),
      image: Column.text('URL of the picture'),
      focus: Column.text('focal point of the picture, from the left and the top; empty for the middle'),
      title: Column.text('title'),
      description: Column.text('text'),
      published: Column.flag('visitors see it'),
      version: Column.version,
    },
  },
  {
    table: 'reviews',
    meaning: 'Reviews on the home page.',
    columns: {
      id: Column.id,
      position: Column.text('place in the order, from 0'),
      image: Column.text('URL of the photo'),
      title: Column.text('name of the reviewer'),
      role: Column.text('what the reviewer is'),
      description: Column.text('the review'),
      consent: Column.text('how the reviewer agreed'),
      student_id: Column.text('id in users.csv; empty where no student was chosen'),
      published: Column.flag('visitors see it'),
      version: Column.version,
    },
  },
]
