import { type ComponentType, useEffect, useState } from 'react'

export type LoadView<Props> = () => Promise<{ default: ComponentType<Props> }>

export const COULD_NOT_LOAD = "We couldn't load this. Check your connection and try again."

/**
 * Returns a component whose code loads when it is needed, and null before. Unlike React's `lazy` it forgets a failure: the code loads
 * again when it is needed again.
 * @param load must be the same function in each render
 */
export function useView<Props>(
  load: LoadView<Props>,
  isNeeded: boolean,
  onFailed: () => void,
): ComponentType<Props> | null {
  const [view, setView] = useState<ComponentType<Props> | null>(null)
  const isMissing = isNeeded && !view
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback does not load again
  useEffect(() => {
    if (!isMissing) return
    let isUnmounted = false
    load().then(
      ({ default: loaded }) => isUnmounted || setView(() => loaded),
      () => isUnmounted || onFailed(),
    )
    return () => {
      isUnmounted = true
    }
  }, [isMissing, load])
  return view
}
