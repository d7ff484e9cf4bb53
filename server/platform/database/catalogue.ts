import type { DatabaseConnection } from './database.ts'

/** The channel on which the database reports every write to the tables of public pages (migration 0001). */
const CHANNEL = 'catalogue'

/** The version of what public pages show. It grows with every write that changes them. */
export class Catalogue {
  #version = 0

  /** Cached pages of an older version are stale. A render that began in an older version must not be cached. */
  get version(): number {
    return this.#version
  }

  /**
   * Advances the version. `inTransaction` calls it after the commit of a write to classes, instructors, slides or reviews. Other
   * instances are notified by the database.
   */
  markChanged(): void {
    this.#version++
  }

  /** Follows the writes of other instances. Returns a function that stops following. */
  follow(database: Pick<DatabaseConnection, 'listen'>): Promise<() => Promise<void>> {
    return database.listen(CHANNEL, () => this.markChanged())
  }
}
