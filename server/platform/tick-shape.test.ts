import { createHook } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { collectGarbage } from '../../testing/collect-garbage.ts'
import { keepTickShape } from './tick-shape.ts'

/** Runs `create` and returns the first tick object that it makes, held weakly. */
function watchTickObject(create: () => void): () => object | undefined {
  const watched: WeakRef<object>[] = []
  const hook = createHook({
    init: (_id, type, _triggerId, resource) => void (type === 'TickObject' && watched.push(new WeakRef(resource))),
  })
  hook.enable()
  create()
  hook.disable()
  return () => watched[0]?.deref()
}

it('keeps one tick object through garbage collections, while others are collected', async () => {
  const readKept = watchTickObject(keepTickShape)
  const readOther = watchTickObject(() => process.nextTick(() => {}))
  for (let turn = 0; turn < 3; turn++) {
    await nextTurn()
    collectGarbage()
  }
  expect([typeof readKept(), typeof readOther()]).toEqual(['object', 'undefined'])
})
