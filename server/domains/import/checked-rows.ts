/** Input and output of the checks of kinds. */
import type { ImportMatch } from '#contract/import.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'

/** A row to check. */
export interface StagedRow {
  row: number
  cells: string[]
}

/** Result of the check of a row. */
export interface CheckedRow {
  row: number
  outcome: 'ready' | 'existing' | 'duplicate' | 'left_out' | 'invalid'
  problem: string | null
  key?: string
  data?: object
  runId?: string
}

/** Tools for a check of rows. */
export interface CheckContext {
  ctx: Pick<Context, 'currency' | 'school'>
  tx: Transaction
  match: ImportMatch
  /** The number of columns. */
  columns: number
  /** Returns the rows before these that have one of the keys and are ready, in the order of the file. */
  readEarlier: <Data>(keys: string[]) => Promise<{ key: string; row: number; data: Data }[]>
  /** Returns how many of the earlier rows are ready, for each of these runs. */
  countEarlier: (runIds: string[]) => Promise<Map<string, number>>
}
