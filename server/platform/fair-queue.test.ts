import { describe, expect, it } from 'vitest'
import { RateLimitError } from './app-error.ts'
import { FairQueue } from './fair-queue.ts'

const createError = (tasksAhead: number) => new RateLimitError(tasksAhead)
const LIMITS = { concurrency: 1, maxPerClient: 3, maxWaiting: 5, createError }

/** Returns a queue whose only slot is in use until `start`, and the order in which its tasks run. */
function openQueue(limits = LIMITS) {
  const queue = new FairQueue(limits)
  const order: string[] = []
  const { promise: isStarted, resolve: start } = Promise.withResolvers<void>()
  void queue.run('first', () => isStarted)
  const add = (client: string, name = client) => queue.run(client, async () => void order.push(name))
  return { add, order, start }
}

describe('a fair queue', () => {
  it('takes turns between clients, however many tasks one of them has added first', async () => {
    const { add, order, start } = openQueue()
    const tasks = ['a1', 'a2', 'a3'].map((name) => add('a', name))
    tasks.push(add('b', 'b1'), add('b', 'b2'))
    start()
    await Promise.all(tasks)
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  it('rejects a client with too many waiting tasks, and no other client', async () => {
    const { add, order, start } = openQueue()
    const tasks = [add('a'), add('a'), add('a')]
    await expect(add('a')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 3 })
    tasks.push(add('b'))
    start()
    await Promise.all(tasks)
    expect(order).toEqual(['a', 'b', 'a', 'a'])
  })

  it('rejects the last task of the client with the most tasks when it is full', async () => {
    const { add, order, start } = openQueue()
    const tasks = ['a1', 'a2', 'a3'].map((name) => add('a', name))
    tasks.push(add('b', 'b1'), add('b', 'b2'), add('c', 'c1'))
    const settled = Promise.allSettled(tasks)
    start()
    const outcomes = (await settled).map((outcome) => outcome.status === 'rejected' && outcome.reason)
    expect(outcomes).toEqual([false, false, expect.any(RateLimitError), false, false, false])
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2'])
  })

  it('rejects a new task when it is full and no client has more than one', async () => {
    const { add } = openQueue({ ...LIMITS, maxWaiting: 2 })
    void add('a')
    void add('b')
    await expect(add('c')).rejects.toBeInstanceOf(RateLimitError)
  })

  it('continues after a task that fails, and runs as many at once as it may', async () => {
    const queue = new FairQueue({ ...LIMITS, concurrency: 2 })
    const failure = queue.run('a', async () => Promise.reject(new Error('failed')))
    let running = 0
    let most = 0
    const task = async () => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running -= 1
    }
    const tasks = [queue.run('a', task), queue.run('a', task), queue.run('b', task)]
    await expect(failure).rejects.toThrow('failed')
    await Promise.all(tasks)
    expect(most).toBe(2)
  })
})
