/** Form rules that load on first use, so that the page of a form loads without the schema library. */
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

const LOAD_ERROR = "We couldn't check this form. Check your connection and try again."

export interface LazyResolver<T extends FieldValues, Context = unknown, Checked = T> {
  resolver: Resolver<T, Context, Checked>
  /** Loads the rules, for example on focus. Ignores errors. */
  preload: () => void
}

/** Returns a resolver over a module that exports `rules`. The first submit waits for the module. */
export function lazyResolver<T extends FieldValues, Context = unknown, Checked = T>(
  load: () => Promise<{ rules: Resolver<T, Context, Checked> }>,
): LazyResolver<T, Context, Checked> {
  const loadAll = () => Promise.all([load(), import('#web/validation-messages.ts')])
  return {
    async resolver(...form) {
      try {
        const [{ rules }] = await loadAll()
        return await rules(...form)
      } catch {
        const root = { type: 'load', message: LOAD_ERROR }
        return { values: {}, errors: { root } as FieldErrors<T> }
      }
    },
    preload: () => void loadAll().catch(() => undefined),
  }
}
