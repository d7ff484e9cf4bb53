/** The migrations that this version knows, and which of them a database has had. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { StartError } from '#server/platform/start-error.ts'
import { type Database, MIGRATIONS, readRows } from './database.ts'
import type { Transaction } from './transaction.ts'

export interface Migration {
  /** From 0. */
  number: number
  /** The name of its file: `0021_home_content`. */
  name: string
  /** SHA-256 of its file, in hex. */
  hash: string
  createdAt: number
  statements: string[]
}

/** Returns all migrations, oldest first. */
export function readMigrations(): Migration[] {
  const path = join(MIGRATIONS.migrationsFolder, 'meta/_journal.json')
  const { entries }: { entries: { tag: string }[] } = JSON.parse(readFileSync(path, 'utf8'))
  return readMigrationFiles(MIGRATIONS).map(({ hash, folderMillis, sql: statements }, number) => {
    return { number, name: entries[number]?.tag ?? '', hash, createdAt: folderMillis, statements }
  })
}

/** Returns the tables that a migration leaves behind, as `schema.table`. No migration drops a table. */
export function readTableNames({ number }: Migration): string[] {
  const names = new Set<string>()
  for (const statement of readMigrations()
    .slice(0, number + 1)
    .flatMap(({ statements }) => statements)) {
    const { created, renamed, to } = TABLE_STATEMENT.exec(statement)?.groups ?? {}
    if (created) names.add(toFullName(created))
    if (renamed && to && names.delete(toFullName(renamed))) names.add(toFullName(to))
  }
  return [...names]
}

const TABLE_STATEMENT =
  /^\s*(?:create table (?<created>[\w".]+)|alter table (?<renamed>[\w".]+) rename to (?<to>[\w".]+))/i

function toFullName(name: string): string {
  const plain = name.replaceAll('"', '')
  return plain.includes('.') ? plain : `public.${plain}`
}

/**
 * Returns the newest migration that a database has had; null for a database without any.
 * @throws StartError for a database of a newer version
 */
export async function findCurrentMigration(db: Database): Promise<Migration | null> {
  const [table] = await readRows<{ found: string | null }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as found`,
  )
  if (!table?.found) return null
  const [latest] = await readRows<{ created_at: string }>(
    db,
    sql`select created_at::text from drizzle.__drizzle_migrations order by created_at desc limit 1`,
  )
  if (!latest) return null
  const migration = readMigrations().find(({ createdAt }) => createdAt === Number(latest.created_at))
  if (!migration) throw new StartError('The database belongs to another version of the application. Use that version.')
  return migration
}

/** Applies migrations in the caller's transaction, and records them as Drizzle does. */
export async function applyMigrations(tx: Transaction, migrations: Migration[]): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const { statements, hash, createdAt } of migrations) {
    for (const statement of statements) await tx.execute(sql.raw(statement))
    await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${createdAt})`)
  }
}
