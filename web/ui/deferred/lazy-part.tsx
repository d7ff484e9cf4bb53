import { type ComponentType, lazy } from 'react'

/**
 * Returns a component whose code loads after the page is hydrated. It needs a `Suspense` around it. If the code does not load, the
 * served HTML stays as it is, without its controls.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const component = await load().catch(() => new Promise<never>(() => undefined))
    return { default: component }
  })
}
