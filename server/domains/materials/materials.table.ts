import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Material } from '../../../contract/materials.ts'
import * as Column from '../../platform/exported-tables.ts'
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

export const MATERIAL_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'class_materials',
    meaning: 'Material for enrolled students.',
    columns: {
      class_id: Column.reference('classes'),
      text: Column.text('text; a blank line begins a paragraph'),
      links: Column.text('links with names (JSON)'),
      version: Column.version,
      updated_at: Column.time('the last edit'),
    },
  },
]
