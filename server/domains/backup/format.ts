/** The files of a backup. */
import { z } from 'zod'

/** Changes when an archive is written differently, so that an older version of the application refuses it. */
export const BACKUP_FORMAT = 1

export const MANIFEST = 'backup.json'
export const SECRET_FILE = 'secret'
export const JOBS_FILE = 'jobs.json'

export const Manifest = z.object({
  format: z.int(),
  /** The version in package.json. */
  application: z.string(),
  /** The name of the newest migration. */
  migration: z.string(),
  /** ISO 8601. */
  taken_at: z.iso.datetime(),
  /** A value that only the same SECRET gives, and that does not reveal it. */
  secret_check: z.string(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** Images with at least one file. */
  images: z.int(),
  /** Images that were removed while the backup was taken: nothing referred to them. */
  missing_images: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export function toTableFile(table: string): string {
  return `tables/${table}.jsonl`
}
