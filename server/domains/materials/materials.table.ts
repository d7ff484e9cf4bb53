import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Material } from '../../../contract/materials.ts'
import { classes } from '../classes/classes.table.ts'

/** The text and links that an instructor gives to the students of a class. */
export const materials = pgTable('class_materials', {
  classId: uuid()
    .primaryKey()
    .references(() => classes.id),
  text: text().notNull(),
  links: jsonb().$type<Material['links']>().notNull(),
  /** Grows with every update of the row, by a trigger (migration 0006). */
  version: integer().notNull().default(1),
  updatedAt: bigint({ mode: 'number' }).notNull(),
})
