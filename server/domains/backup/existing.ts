/** Counts the rows of a database before a restore; empties it. */
import { sql } from 'drizzle-orm'
import { type Database, NAME_PREFIX, readRows } from '#server/platform/database/database.ts'
import { findCurrentMigration, readMigrations, readTableNames } from '#server/platform/database/migrations.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { StartError } from '#server/platform/start-error.ts'
import { hasTable } from './snapshot.ts'
import { quoteTable } from './tables.ts'

/** Schemas that have nothing but our tables. */
const OWN_SCHEMAS = ['identity', 'card_sandbox', 'sign_in_sandbox', 'jobs', 'drizzle']

/** Tables counted to recognize a school. */
const COUNTED = ['users', 'classes', 'payments', 'enrolments', 'images']

/** A school that a restore would replace; null for an empty database. */
export interface ExistingSchool {
  counts: Record<string, number>
  /** The newest payment, milliseconds since 1970. */
  newestPaymentAt: number | null
}

/**
 * Returns the school in a database; null where it has no users and no classes.
 * @throws StartError for a database of another application, or of a newer version
 */
export async function findSchool(db: Database): Promise<ExistingSchool | null> {
  const migration = await findCurrentMigration(db)
  await refuseForeignTables(db)
  if (!migration) return null
  const counts: Record<string, number> = {}
  for (const name of COUNTED) {
    if (await hasTable(db, `public.${name}`)) counts[name] = await db.$count(quoteTable(`public.${name}`))
  }
  if (!counts.users && !counts.classes) return null
  const [newest] = await readRows<{ at: string | null }>(db, sql`select max(created_at)::text as at from payments`)
  return { counts, newestPaymentAt: newest?.at ? Number(newest.at) : null }
}

/** @throws StartError while a server is connected */
export async function refuseRunningServer(db: Database): Promise<void> {
  const [other] = await readRows(
    db,
    sql`select pid from pg_stat_activity where datname = current_database()
      and application_name like ${`${NAME_PREFIX}%`} and application_name <> current_setting('application_name')`,
  )
  if (other) throw new StartError('A server is using the database. Stop every server first.')
}

async function refuseForeignTables(db: Database): Promise<void> {
  const own = new Set(readMigrations().flatMap(readTableNames))
  const tables = await readRows<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') order by 1`,
  )
  const foreign = tables.find(({ name }) => !own.has(`public.${name}`))
  if (!foreign) return
  throw new StartError(
    `The database also has tables of another application (${foreign.name}). Restore into a database of its own.`,
  )
}

/** Drops everything of ours. Extensions stay, because creating them may need rights that we lack. */
export async function dropSchool(tx: Transaction): Promise<void> {
  for (const schema of OWN_SCHEMAS) await tx.execute(sql`drop schema if exists ${sql.identifier(schema)} cascade`)
  await tx.execute(
    sql.raw(`do $$ declare object text; begin
      for object in select oid::regclass::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      loop execute 'drop table ' || object || ' cascade'; end loop;
      for object in select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      loop execute 'drop function ' || object || ' cascade'; end loop;
    end $$`),
  )
}
