/** PGlite, made polite: it computes inside the event loop's turn, so each query first lets others have theirs. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'

export class EmbeddedPostgres extends PGlite {
  override async _runExclusiveQuery<T>(query: () => Promise<T>): Promise<T> {
    await nextTurn()
    return super._runExclusiveQuery(query)
  }
}
