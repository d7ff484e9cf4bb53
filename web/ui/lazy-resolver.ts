/** Form rules that load when they are first needed, so that the page of a form arrives without its schema library. */
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

const UNREACHABLE = 'This form could not be checked. Please look at your connection and try again.'

/**
 * A resolver for `useForm` over a module that exports `rules`. Rules run on submit, so the first one waits for the
 * module; `preload` brings it earlier, on focus for example.
 */
export function lazyResolver<T extends FieldValues, Context = unknown, Checked = T>(
  load: () => Promise<{ rules: Resolver<T, Context, Checked> }>,
) {
  const resolver: Resolver<T, Context, Checked> = async (...form) => {
    try {
      const { rules } = await load()
      return await rules(...form)
    } catch {
      const root = { type: 'load', message: UNREACHABLE }
      return { values: {}, errors: { root } as FieldErrors<T> }
    }
  }
  return { resolver, preload: () => void load().catch(() => undefined) }
}
