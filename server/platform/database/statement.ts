import { type Placeholder, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** A value of a statement, or its placeholder. */
export type Value<T> = T | Placeholder

type StatementValue = string | number | boolean | null

interface Prepared<Row> {
  execute(values: Record<string, unknown>): Promise<Row[]>
}

/**
 * Returns a function that runs a statement, which Drizzle builds once for each connection, and in each transaction of the embedded
 * database: with many columns, building takes as long as sending. It has no name on the server, since a pooler may use another
 * connection for the next statement.
 * @param names the names of its values
 * @param build uses nothing that changes, such as the time, but its placeholders
 */
export function createStatement<Name extends string, Row>(
  names: readonly Name[],
  build: (db: Database, placeholders: Record<Name, Placeholder>) => { prepare(name: string): Prepared<Row> },
): (db: Database, values: Record<Name, StatementValue>) => Promise<Row[]> {
  const entries = names.map((name) => [name, sql.placeholder(name)])
  const placeholders: Record<Name, Placeholder> = Object.fromEntries(entries)
  const prepared = new WeakMap<object, Prepared<Row>>()
  return (db, values) => {
    const { session } = db._
    const statement = prepared.get(session) ?? build(db, placeholders).prepare('')
    prepared.set(session, statement)
    return statement.execute(values)
  }
}
