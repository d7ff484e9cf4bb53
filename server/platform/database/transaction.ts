/** Runs transactions, and retries them after serialization failures and deadlocks. */
import { setTimeout as pause } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import type { Catalogue } from '#server/platform/database/catalogue.ts'
import type { Database } from './database.ts'

/** Serialization failure and deadlock. Source: PostgreSQL, appendix A */
const RETRYABLE = new Set(['40001', '40P01'])
const UNIQUE_VIOLATION = '23505'
const MAX_RUNS = 5

declare const inside: unique symbol

/** Drizzle's handle inside a transaction. A verb that takes it writes only together with its caller. */
export type Transaction = Database & { readonly [inside]: true }

/** Changes of public pages by the commit of a transaction: everything, or the seats of these classes. */
const catalogueChanges = new WeakMap<Transaction, 'everything' | Set<string>>()

/** Marks a transaction as one that changes what public pages show. `inTransaction` reports it after the commit. */
export function changesCatalogue(tx: Transaction): void {
  catalogueChanges.set(tx, 'everything')
}

/** Marks a transaction as one that changes the seats of a class, and nothing else that public pages show. */
export function changesSeats(tx: Transaction, classId: string): void {
  const changes = catalogueChanges.get(tx) ?? new Set()
  if (changes === 'everything') return
  catalogueChanges.set(tx, changes.add(classId))
}

/** Runs of which a transaction has freed seats that people wait for. */
const freedRuns = new WeakMap<Transaction, Set<string>>()

/** Marks a locked run as one with a waiting list to look after. `inTransaction` does it before the commit. */
export function freesSeats(tx: Transaction, runId: string): void {
  freedRuns.set(tx, (freedRuns.get(tx) ?? new Set()).add(runId))
}

/** Services that `inTransaction` needs. */
export interface TransactionServices {
  db: Database
  catalogue: Catalogue
  /** Offers seats of locked runs that have become free to who waits for them. */
  offerSeats(tx: Transaction, runIds: readonly string[]): Promise<void>
}

/**
 * Runs `work` in a transaction, offers the seats that it has freed before the commit, and reports a change of the catalogue before and
 * after it. After a serialization failure or a deadlock it runs `work` again, up to five times in all. `work` uses only the handle it is given and calls
 * nothing outside the database.
 */
export async function inTransaction<T>(
  { db, catalogue, offerSeats }: TransactionServices,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let committed: Transaction | undefined
  const result = await transaction(db, async (tx) => {
    committed = tx
    const done = await work(tx)
    const freed = freedRuns.get(tx)
    if (freed) await offerSeats(tx, [...freed].sort())
    // Who reads the commit over another connection may ask for a page before this process knows of the commit.
    report(catalogue, catalogueChanges.get(tx))
    return done
  })
  if (committed) report(catalogue, catalogueChanges.get(committed))
  return result
}

function report(catalogue: Catalogue, changes: 'everything' | Set<string> | undefined): void {
  if (changes === 'everything') catalogue.markChanged()
  else for (const classId of changes ?? []) catalogue.markSeatsChanged(classId)
}

/** `inTransaction` for writes that no public page shows, such as those of the sandbox. */
export function transaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return repeatConflicts(() => db.transaction((tx) => work(tx as unknown as Transaction)))
}

/** Runs a transaction, or a single statement, and repeats it as `inTransaction` does. */
export async function repeatConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run++) {
    try {
      return await work()
    } catch (error) {
      if (run === MAX_RUNS || !RETRYABLE.has(sqlState(error) ?? '')) throw error
      await pause(Math.random() * 10 * 2 ** run)
    }
  }
}

/** Returns whether a statement failed because a unique index already has such a row. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === UNIQUE_VIOLATION
}

/** Returns PostgreSQL's five-character code of an error, wherever Drizzle put it. */
export function sqlState(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}
