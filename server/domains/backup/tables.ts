/** The tables of the school in a database, and what an archive has of each. */
import { sql } from 'drizzle-orm'
import { type Database, readRows } from '#server/platform/database/database.ts'
import { type Migration, readTableNames } from '#server/platform/database/migrations.ts'
import type { SchoolTables } from '#server/platform/exported-tables.ts'

/** A table by its schema and name, with the columns that can be written. */
export interface TableShape {
  /** `public.users` */
  name: string
  columns: string[]
}

/** Lists the tables that a backup has, in a database of this migration. */
export async function listTables(
  db: Database,
  migration: Migration,
  { leftOut }: Pick<SchoolTables, 'leftOut'>,
): Promise<TableShape[]> {
  const names = readTableNames(migration).filter((name) => !(name in leftOut))
  const rows = await readRows<TableShape>(
    db,
    sql`select nspname || '.' || relname as name, json_agg(attname order by attnum) as columns
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
      where relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
        and nspname || '.' || relname in (${sql.join(
          names.map((name) => sql`${name}`),
          sql`, `,
        )})
      group by 1 order by 1`,
  )
  return rows
}

/** Returns a table's name for SQL. */
export function quoteTable(name: string) {
  const [schema = '', table = ''] = name.split('.')
  return sql`${sql.identifier(schema)}.${sql.identifier(table)}`
}

export function quoteColumns(columns: string[]) {
  return sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  )
}

/** Makes every value have one text, whatever the settings of the database are. */
export async function fixTextFormats(db: Database): Promise<void> {
  await db.execute(sql`set local timezone to 'UTC'`)
  await db.execute(sql`set local datestyle to 'ISO, YMD'`)
  await db.execute(sql`set local intervalstyle to 'postgres'`)
  await db.execute(sql`set local extra_float_digits to 1`)
}
