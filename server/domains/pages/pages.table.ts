import { and, eq, inArray, sql } from 'drizzle-orm'
import { bigint, boolean, foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { LEGAL_SLUGS } from '../../../contract/page-paths.ts'
import * as Column from '../../platform/exported-tables.ts'
import { users } from '../users/users.table.ts'

/**
 * The pages that admins write. Migration 0023 inserts terms, privacy, refunds and contact. Columns are named like the fields of the
 * contract.
 */
export const pages = pgTable('pages', {
  id: uuid().primaryKey().defaultRandom(),
  slug: text().notNull().unique(),
  title: text().notNull(),
  /** The line below the title. */
  summary: text().notNull(),
  /** Markdown with merge fields. */
  text: text().notNull(),
  published: boolean().notNull().default(false),
  in_menu: boolean().notNull().default(false),
  in_footer: boolean().notNull().default(false),
  position: integer().notNull(),
  /** True if an admin has marked these words as reviewed. Only legal texts are. */
  reviewed: boolean().notNull().default(false),
  /** Time of the last change of title, summary or text. */
  changed_at: bigint({ mode: 'number' }).notNull(),
  /** Grows with every update of the row, by a trigger. `If-Match` is compared with it. */
  version: integer().notNull().default(1),
})

/** Matches legal texts that no admin has reviewed as they are now. */
export const isUnreviewed = and(inArray(pages.slug, [...LEGAL_SLUGS]), eq(pages.reviewed, false))

/** The words of a page, under the version of the page that they came with. The newest ones are the current ones. */
export const pageVersions = pgTable(
  'page_versions',
  {
    page_id: uuid()
      .notNull()
      .references(() => pages.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    title: text().notNull(),
    summary: text().notNull(),
    text: text().notNull(),
    /** Null for the texts of the migration. */
    author_id: uuid().references(() => users.id),
    created_at: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.page_id, t.version] })],
)

/** The images in the text of each version. */
export const pageImages = pgTable(
  'page_images',
  {
    page_id: uuid().notNull(),
    version: integer().notNull(),
    image: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.image, t.page_id, t.version] }),
    foreignKey({
      columns: [t.page_id, t.version],
      foreignColumns: [pageVersions.page_id, pageVersions.version],
    }).onDelete('cascade'),
  ],
)

/** The version of the terms to which a person agrees who registers now. For the values of a write. */
export const currentTerms = sql<number>`(select max(${pageVersions.version}) from ${pageVersions}
  inner join ${pages} on ${pages.id} = ${pageVersions.page_id} where ${pages.slug} = 'terms')`

export const PAGE_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'pages',
    meaning: 'Pages that admins write.',
    columns: {
      id: Column.id,
      slug: Column.text('last part of the address'),
      title: Column.text('title'),
      summary: Column.text('the line below the title'),
      text: Column.text('text (Markdown)'),
      published: Column.flag('visitors see it'),
      in_menu: Column.flag('the menu links to it'),
      in_footer: Column.flag('the footer links to it'),
      position: Column.text('number that orders pages, 0 to 999'),
      reviewed: Column.flag('an admin has reviewed these words'),
      changed_at: Column.time('the last change of title, summary or text'),
      version: Column.version,
    },
  },
  {
    table: 'page_versions',
    meaning: 'Earlier and present words of pages.',
    columns: {
      page_id: Column.reference('pages'),
      version: Column.text('number of the version of the page'),
      title: Column.text('title'),
      summary: Column.text('the line below the title'),
      text: Column.text('text (Markdown)'),
      author_id: Column.text('id in users.csv; empty for texts that came with the application'),
      created_at: Column.createdAt,
    },
  },
  {
    table: 'page_images',
    meaning: 'The pictures in the texts of versions.',
    columns: {
      page_id: Column.reference('pages'),
      version: Column.text('number of the version of the page'),
      image: Column.text('URL of the picture'),
    },
  },
]
