import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
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

/** Pictures and other files of the material. A row is inserted before its files are stored, and deleted before they are removed. */
export const materialFiles = pgTable(
  'material_files',
  {
    id: uuid().primaryKey().defaultRandom(),
    classId: uuid()
      .notNull()
      .references(() => classes.id),
    name: text().notNull(),
    /** SHA-256 of the uploaded file, in hex. */
    hash: text().notNull(),
    mediaType: text().notNull(),
    /** Pixels of an upright picture; null for another file. */
    width: integer(),
    height: integer(),
    /** The names of the views of a picture, the largest first. */
    views: jsonb().$type<string[]>().notNull(),
    /** Of the uploaded file. */
    bytes: bigint({ mode: 'number' }).notNull(),
    /** True if all its files are stored. */
    ready: boolean().notNull().default(false),
    createdAt: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    unique('material_files_once').on(t.classId, t.hash),
    index('material_files_unready').on(t.createdAt).where(sql`not ${t.ready}`),
  ],
)

export const MATERIAL_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'class_materials',
    meaning: 'Material for enrolled students.',
    columns: {
      class_id: Column.reference('classes'),
      text: Column.text('text (Markdown)'),
      links: Column.text('links with names (JSON)'),
      version: Column.version,
      updated_at: Column.time('the last edit'),
    },
  },
  {
    table: 'material_files',
    meaning:
      'Pictures and other files of the material: pictures/private-{id}/{one of views} of a picture, otherwise pictures/private-{id}/original.',
    columns: {
      id: Column.id,
      class_id: Column.reference('classes'),
      name: Column.text('name of the file'),
      hash: Column.text('SHA-256 of the uploaded file, hexadecimal'),
      media_type: Column.text('type of the uploaded file'),
      width: Column.text('width of a picture in pixels'),
      height: Column.text('height of a picture in pixels'),
      views: Column.text('names of the files of a picture (JSON)'),
      bytes: Column.text('bytes of the uploaded file'),
      ready: Column.flag('all files are stored'),
      created_at: Column.createdAt,
    },
  },
]
