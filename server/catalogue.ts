import type { OpenDatabase } from './database/database.ts'

/** The channel on which the database tells of every write to what the public pages show (migration 0001). */
const CHANNEL = 'catalogue'

/** The age of what the public pages show: a number that grows with every write that changes it. */
export class Catalogue {
  #version = 0

  /** Kept pages of an older version are stale, and a render that began in one may not be kept. */
  get version(): number {
    return this.#version
  }

  /**
   * To be called after the commit of a write to classes, instructors, slides or reviews, before it is answered. Other
   * instances hear of it from the database.
   */
  changed(): void {
    this.#version++
  }

  /** Follows the writes of other instances from now on; answers how to stop. */
  follow(database: Pick<OpenDatabase, 'listen'>): Promise<() => Promise<void>> {
    return database.listen(CHANNEL, () => this.changed())
  }
}
