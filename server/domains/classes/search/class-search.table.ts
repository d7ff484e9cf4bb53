import { customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { classes } from '../classes.table.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * The words of each class for searches, without accents and in lower case. Triggers keep the rows current (migration class_search): after a
 * change of a class, the name of its instructor, or a place of its runs.
 */
export const classSearch = pgTable(
  'class_search',
  {
    classId: uuid()
      .primaryKey()
      .references(() => classes.id, { onDelete: 'cascade' }),
    /** The name, the instructor's name and the places, in which similar words are found. */
    words: text().notNull(),
    /** The same words with the description. Weights: A the name, B the instructor, C places, D the description. */
    document: tsvector().notNull(),
  },
  (t) => [index('class_search_document').using('gin', t.document)],
)
