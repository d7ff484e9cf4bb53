/** The port to what the school says about itself, in memory: every page, e-mail and calendar shows some of it. */
import type { School } from '#contract/school.ts'
import type { Database } from '#server/platform/database/database.ts'

export interface SchoolSettings {
  /** As it was last committed, by this instance or another. */
  readonly current: School
  /** Values of fields that the school has not set. */
  readonly defaults: School
  /** Reads it again, after a write. */
  refresh(): Promise<void>
  /**
   * Returns whether visitors may see and join the school: it is set up, or the demo is on. An instance that does not know yet asks `db`,
   * which may be a transaction.
   */
  isOpen(db: Database): Promise<boolean>
}
