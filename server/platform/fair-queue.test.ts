import { describe, expect, it } from 'vitest'
import { OverloadError } from './app-error.ts'
import { FairQueue } from './fair-queue.ts'

const LIMITS = { concurrency: 1, maxWaitingPerCaller: 3, maxWaiting: 5 }

/** Opens a queue whose work ends when the test says so. */
function open(limits = LIMITS) {
  const queue = new FairQueue(limits)
  const started: string[] = []
  const ends: (() => void)[] = []
  const run = (caller: string, name = caller) =>
    queue.run(caller, async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      return name
    })
  const endAll = async (all: Promise<unknown>[]) => {
    let isSettled = false
    const settled = Promise.allSettled(all).finally(() => {
      isSettled = true
    })
    while (!isSettled) {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    return settled
  }
  return { run, started, endAll }
}

describe('a fair queue', () => {
  it('runs no more at once than its concurrency', async () => {
    const { run, started, endAll } = open({ ...LIMITS, concurrency: 2 })
    const all = [run('a', '1'), run('a', '2'), run('a', '3')]
    await new Promise((resolve) => setImmediate(resolve))
    expect(started).toEqual(['1', '2'])
    await endAll(all)
    expect(started).toEqual(['1', '2', '3'])
    expect(await Promise.all(all)).toEqual(['1', '2', '3'])
  })

  it('takes turns between callers, so that many requests of one delay another by one', async () => {
    const { run, started, endAll } = open()
    await endAll([run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1'), run('c', 'c1')])
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
  })

  it('refuses a caller with too many waiting, and nobody else', async () => {
    const { run, endAll } = open()
    const all = ['a', 'a', 'a', 'a', 'a', 'b'].map((caller) => run(caller))
    const settled = await endAll(all)
    expect(settled.map(({ status }) => status)).toEqual([...Array(4).fill('fulfilled'), 'rejected', 'fulfilled'])
  })

  it('refuses everybody where too many wait in all, and says when to try again', async () => {
    const { run, endAll } = open()
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((caller) => run(caller))
    const last = all.at(-1)?.catch((error: unknown) => error)
    await endAll(all)
    expect(await last).toBeInstanceOf(OverloadError)
    expect(await last).toMatchObject({ code: 'OVERLOADED', retryAfter: expect.any(Number) })
  })

  it('continues after work that failed', async () => {
    const queue = new FairQueue(LIMITS)
    await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await queue.run('a', async () => 'done')).toBe('done')
  })
})
