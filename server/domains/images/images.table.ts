import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ImageCredentials, ImageCredit } from '../../../contract/image-credit.ts'
import type { ImageWarning } from '../../../contract/images.ts'
import * as Column from '../../platform/exported-tables.ts'
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
    /** ISO, aperture, shutter and time of day of the uploaded file, in one line. */
    exposure: text().notNull().default(''),
    /** Camera, lens and focal length, in one line. */
    camera: text().notNull().default(''),
    /** Texts from the uploaded file, offered to the form. */
    alt: text().notNull().default(''),
    caption: text().notNull().default(''),
    /** Creator and terms of the image, which its files state too. */
    credit: jsonb().$type<ImageCredit>(),
    /** Signer of the uploaded file. */
    credentials: jsonb().$type<ImageCredentials>(),
    /** Losses of the image when it was encoded, for the next upload of the same bytes. */
    warnings: jsonb().$type<ImageWarning[]>().notNull().default([]),
    uploadedBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: bigint({ mode: 'number' }).notNull(),
    /** The last upload or use. The image is kept for a day from then on, even without a reference. */
    usedAt: bigint({ mode: 'number' }).notNull(),
    /** True if its files in sRGB and WebP are stored. The others follow. */
    ready: boolean().notNull().default(false),
  },
  (t) => [
    index('images_hash').on(t.hash),
    index('images_used').on(t.usedAt),
    index('images_uploaded_by').on(t.uploadedBy),
  ],
)

export const IMAGE_EXPORTS: Column.ExportedTable[] = [
  {
    table: 'images',
    meaning:
      'Uploaded pictures. Their files are in pictures/{name}/{width in pixels}.{avif or webp}, and in Display P3 {width}-p3.',
    columns: {
      name: Column.text('name of the folder in pictures/'),
      hash: Column.text('SHA-256 of the uploaded file, hexadecimal'),
      url: Column.text('path of the picture, which other rows refer to'),
      width: Column.text('width in pixels'),
      height: Column.text('height in pixels'),
      exposure: Column.text('ISO, aperture, shutter and time of the uploaded file'),
      camera: Column.text('camera, lens and focal length of the uploaded file'),
      alt: Column.text('alternative text of the uploaded file'),
      caption: Column.text('caption of the uploaded file'),
      credit: Column.text('creators, credit, copyright and license of the uploaded file (JSON)'),
      credentials: Column.text('who signed the Content Credentials of the uploaded file (JSON)'),
      warnings: Column.text('what the picture lost when it was uploaded (JSON)'),
      uploaded_by: Column.reference('users'),
      created_at: Column.createdAt,
      used_at: Column.time('the last upload or use'),
      ready: Column.flag('all files are stored'),
    },
  },
]
