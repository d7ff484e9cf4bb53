import type { DatabaseConnection } from './database.ts'

/** The channel on which the database reports every write to the tables of public pages (migrations 0001 and 0014). */
const CHANNEL = 'catalogue'

/** Classes with sales that are remembered one by one. Beyond it, everything counts as changed. */
const MAX_SALES = 50_000

/** The seats that a cached response shows: those of all classes, of no class, or of one class by its id. */
export type SeatsShown = 'all' | 'none' | { classId: string }

/**
 * The versions of what public pages show. A sale changes the lists and the page of its class only; every other write changes all
 * pages. Versions are numbers of one growing sequence.
 */
export class Catalogue {
  #latest = 0
  /** The version of the last change of everything. */
  #everything = 0
  /** The version of the last sale by class, since the last change of everything. */
  readonly #sales = new Map<string, number>()

  /** The version of pages that show all classes. Cached pages of an older version are stale. */
  get version(): number {
    return this.#latest
  }

  /** Returns the version of a response. A render that began in an older version must not be cached. */
  findVersion(shown: SeatsShown): number {
    if (shown === 'all') return this.#latest
    if (shown === 'none') return this.#everything
    return this.#sales.get(shown.classId) ?? this.#everything
  }

  /**
   * Advances all versions. `inTransaction` calls it after the commit of a write to classes, instructors, slides, reviews or pages. Other
   * instances are notified by the database.
   */
  markChanged(): void {
    this.#everything = ++this.#latest
    this.#sales.clear()
  }

  /** Advances the versions of lists and of one class, after the commit of a write to its seats only. */
  markSeatsChanged(classId: string): void {
    if (this.#sales.size < MAX_SALES) this.#sales.set(classId, ++this.#latest)
    else this.markChanged()
  }

  /**
   * Follows the writes of other instances. Returns a function that stops following.
   * @param refresh reads again what is in memory and may have changed. Pages become stale before it, however long it takes, and after
   * it, so that none is cached with the former state. It never rejects.
   */
  follow(database: Pick<DatabaseConnection, 'listen'>, refresh: () => Promise<void>): Promise<() => Promise<void>> {
    return database.listen(CHANNEL, (classId) => {
      if (classId) return this.markSeatsChanged(classId)
      this.markChanged()
      void refresh().then(() => this.markChanged())
    })
  }
}
