/** Prepared statements of Drizzle, which it builds once per connection. Source: Drizzle's documentation, "Queries performance" */
import { type Placeholder, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** A query of Drizzle that is not sent yet. */
interface Query<Rows> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> }
}

/** The handles that transactions were opened from. A handle lives as long as its connection. */
const handles = new WeakMap<object, Database>()

/** Lets statements of a transaction be built once for the connection that it runs on. */
export function inheritStatements(tx: object, handle: Database): void {
  handles.set(tx, handle)
}

/**
 * Prepares a statement that is sent so often that building its text counts: a long one takes Drizzle a quarter of a millisecond. It gets no
 * name, since a pooler may send each transaction to another connection of PostgreSQL.
 * @param build returns the query, where `value` stands for a value of each call. It runs once per connection: what differs between calls, the
 *   time included, must be a value.
 */
export function prepare<Values extends Record<string, unknown>>() {
  return <Rows>(build: (db: Database, value: (name: keyof Values & string) => Placeholder) => Query<Rows>) => {
    const statements = new WeakMap<object, ReturnType<Query<Rows>['prepare']>>()
    return (db: Database, values: Values): Promise<Rows> => {
      const handle = handles.get(db) ?? db
      const statement = statements.get(handle) ?? build(handle, (name) => sql.placeholder(name)).prepare('')
      statements.set(handle, statement)
      return statement.execute(values)
    }
  }
}
