import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { repeat } from './repeat.ts'

it('work that takes longer than its interval runs once at a time, and again afterwards', async () => {
  let [begun, atOnce, most] = [0, 0, 0]
  const stop = repeat(5, async () => {
    begun++
    most = Math.max(most, ++atOnce)
    await pause(30)
    atOnce--
  })
  await expect.poll(() => begun).toBeGreaterThan(2)
  await stop()
  expect(most).toBe(1)
})

it('work that is stopped ends, is waited for, and does not begin again', async () => {
  const ended: string[] = []
  let begun = 0
  const stop = repeat(5, async (signal) => {
    begun++
    while (!signal.aborted) await pause(5)
    await pause(20)
    ended.push('work')
  })
  await stop()
  ended.push('stop')
  await pause(30)
  expect([begun, ended]).toEqual([1, ['work', 'stop']])
})
