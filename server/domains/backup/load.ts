/** Fills empty tables from files. */
import type { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { BATCH } from '#server/platform/database/batches.ts'
import { readRows } from '#server/platform/database/database.ts'
import { sqlState, type Transaction } from '#server/platform/database/transaction.ts'
import { StartError } from '#server/platform/start-error.ts'
import { quoteColumns, quoteTable, type TableShape } from './tables.ts'

/** Rows of one statement have at most about this many characters, so that large texts do not add up. */
const BATCH_CHARACTERS = 4_000_000

/**
 * Empties the tables and runs `load` while they have no references and no triggers, so that rows can be loaded in any order and as they are. Afterwards
 * PostgreSQL checks every reference.
 */
export async function withoutChecks(tx: Transaction, names: string[], load: () => Promise<void>): Promise<void> {
  const listed = sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )
  const references = await readRows<{ relation: string; name: string; definition: string }>(
    tx,
    sql`select conrelid::regclass::text as relation, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conrelid in (select name::regclass from unnest(array[${listed}]) name)`,
  )
  for (const { relation, name } of references)
    await tx.execute(sql.raw(`alter table ${relation} drop constraint ${name}`))
  for (const name of names) await tx.execute(sql`alter table ${quoteTable(name)} disable trigger user`)
  // Migrations have inserted first rows.
  for (const name of names) await tx.execute(sql`delete from ${quoteTable(name)}`)
  await load()
  for (const name of names) await tx.execute(sql`alter table ${quoteTable(name)} enable trigger user`)
  for (const { relation, name, definition } of references) {
    const add = tx.execute(sql.raw(`alter table ${relation} add constraint ${name} ${definition}`))
    await add.catch(() => {
      throw new StartError(`Rows of ${relation} refer to rows that are missing (${name}).`)
    })
  }
}

/** Inserts rows, each a JSON array of texts in the order of the columns. Returns their number. */
export async function insertLines(tx: Transaction, shape: TableShape, lines: AsyncIterable<string>): Promise<number> {
  const insert = await createInsert(tx, shape)
  let [all, characters, batch]: [number, number, string[]] = [0, 0, []]
  for await (const line of lines) {
    batch.push(line)
    characters += line.length
    if (batch.length < BATCH && characters < BATCH_CHARACTERS) continue
    await insert(batch)
    all += batch.length
    ;[characters, batch] = [0, []]
  }
  if (batch.length > 0) await insert(batch)
  return all + batch.length
}

/** Splits at line feeds only. Node's readline also splits at characters that texts in JSON may have (U+2028). */
export async function* splitLines(content: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of content.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}

/** Returns a function that inserts lines. Each text becomes a value of its column's type. */
async function createInsert(tx: Transaction, { name, columns }: TableShape) {
  const types = await readRows<{ column: string; type: string }>(
    tx,
    sql`select attname as column, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${name}::regclass and attnum > 0 and not attisdropped`,
  )
  const typeByColumn = new Map(types.map(({ column, type }) => [column, type]))
  const values = columns.map((column, at) => sql.raw(`(line ->> ${at})::${typeByColumn.get(column)}`))
  return (lines: string[]) =>
    tx
      .execute(
        sql`insert into ${quoteTable(name)} (${quoteColumns(columns)}) overriding system value
        select ${sql.join(values, sql`, `)} from json_array_elements(${`[${lines.join(',')}]`}::json) line`,
      )
      // The error itself has the rows, which are personal.
      .catch((error: unknown) => {
        throw new StartError(`Rows of ${name} cannot be loaded (SQLSTATE ${sqlState(error)}).`)
      })
}

/** Makes every generated number continue after the highest that is in use. */
export async function continueSequences(tx: Transaction, tables: string[]): Promise<void> {
  const names = sql.join(
    tables.map((name) => sql`${name}`),
    sql`, `,
  )
  const columns = await readRows<{ table: string; column: string }>(
    tx,
    sql`select name as table, attname as column from unnest(array[${names}]) name
      join pg_attribute on attrelid = name::regclass where attidentity <> ''`,
  )
  for (const { table, column } of columns) {
    const highest = sql`select max(${sql.identifier(column)}) as value from ${quoteTable(table)}`
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${table}, ${column}), value) from (${highest}) highest where value is not null`,
    )
  }
}
