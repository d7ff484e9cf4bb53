/**
 * Keeps one of the objects alive that Node creates per `process.nextTick`. When a garbage collection finds none alive, V8 (13.6, Node 24)
 * discards their hidden class, and after some times no longer optimizes their creation. It cost a tenth of the rate of cached responses.
 */
import { createHook } from 'node:async_hooks'

/** Their only use is that they are alive. */
const tickObjects: object[] = []

/**
 * Keeps the object for the process's life. Call it at the start: the creation does not become fast again. `executionAsyncResource` would
 * return one too, but its first use makes Node's callbacks slower.
 */
export function keepTickShape(): void {
  const hook = createHook({
    init(_id, type, _triggerId, resource) {
      if (type === 'TickObject') tickObjects.push(resource)
    },
  })
  hook.enable()
  process.nextTick(() => {})
  hook.disable()
}
