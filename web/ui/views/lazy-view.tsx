import { type ReactNode, useState } from 'react'
import { Failed } from '../states.tsx'
import { COULD_NOT_LOAD, type LoadView, useView } from './use-view.ts'

/**
 * Returns a component whose code loads when it is first shown. If the code does not load, it says so in its place, with a button to
 * try again.
 * @param fallback shown until the code is loaded
 */
export function lazyView<Props extends object>(load: LoadView<Props>, fallback: ReactNode = null) {
  // biome-ignore lint/correctness/noComponentHookFactories: it runs once for each view, outside of components
  return function LazyView(props: Props) {
    const [hasFailed, setHasFailed] = useState(false)
    const View = useView(load, !hasFailed, () => setHasFailed(true))
    if (View) return <View {...props} />
    return hasFailed ? <Failed message={COULD_NOT_LOAD} onRetry={() => setHasFailed(false)} /> : fallback
  }
}
