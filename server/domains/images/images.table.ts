import { bigint, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../users/users.table.ts'

/** Uploaded images in our own storage. The row is inserted before the files are stored, and deleted before they are removed. */
export const images = pgTable(
  'images',
  {
    /** The hash of the uploaded bytes and a random part, so that no name is used twice. */
    name: text().primaryKey(),
    /** SHA-256 of the uploaded bytes, in hex. */
    hash: text().notNull(),
    url: text().notNull().unique(),
    /** Pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** ISO, aperture, shutter and time of day of the uploaded file: all that we keep of its EXIF. */
    exposure: text().notNull().default(''),
    uploadedBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: bigint({ mode: 'number' }).notNull(),
    /** The last upload or use. The image is kept for a day from then on, even without a reference. */
    usedAt: bigint({ mode: 'number' }).notNull(),
    /** Whether all its files are stored. */
    ready: boolean().notNull().default(false),
  },
  (t) => [
    index('images_hash').on(t.hash),
    index('images_used').on(t.usedAt),
    index('images_uploaded_by').on(t.uploadedBy),
  ],
)
