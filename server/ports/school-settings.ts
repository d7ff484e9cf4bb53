/** The port to what the school says about itself, in memory: every page, e-mail and calendar shows some of it. */
import type { School } from '#contract/school.ts'

export interface SchoolSettings {
  /** As it was last committed, by this instance or another. */
  readonly current: School
  /** What applies to fields that the school has not set. */
  readonly defaults: School
  /** Reads it again, after a write. */
  refresh(): Promise<void>
}
