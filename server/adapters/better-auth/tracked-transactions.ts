/** Finds the transaction in which better-auth calls our code. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '#server/platform/database/database.ts'

export interface TrackedTransactions {
  /** The database for better-auth. */
  db: Database
  /** Returns the open transaction, or the database outside one. */
  current(): Database
}

/**
 * Tracks the transactions that better-auth opens, because it does not pass them to its hooks. A hook that read outside of them would
 * wait forever while transactions have all connections.
 */
export function trackTransactions(db: Database): TrackedTransactions {
  const open = new AsyncLocalStorage<Database>()
  const transaction: Database['transaction'] = (work, config) =>
    db.transaction((tx) => open.run(tx, () => work(tx)), config)
  return { db: Object.create(db, { transaction: { value: transaction } }), current: () => open.getStore() ?? db }
}
