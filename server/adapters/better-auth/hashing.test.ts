import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { openForThisFile } from '../../../testing/application.ts'
import { Member } from '../../../testing/member.ts'
import { CONCURRENCY, MAX_PER_NETWORK } from './hashing.ts'

const BUSY_NETWORK = '203.0.113.1'

const application = openForThisFile()
let honest: Member
beforeAll(async () => {
  honest = await new Member(application, 'honest@example.test', '198.51.100.1').register()
})

/** Fills the queue with passwords of one network. Returns how many are done. */
function floodQueue(hash: () => Promise<unknown>) {
  const progress = { done: 0 }
  const hashOne = async () => {
    await hash()
    progress.done += 1
  }
  const tasks = Array.from({ length: CONCURRENCY + MAX_PER_NETWORK }, () =>
    application.hashing.queue.run(BUSY_NETWORK, hashOne),
  )
  return { progress, all: Promise.all(tasks) }
}

it('a sign-in waits for few of the passwords that another network has sent at once', async () => {
  const { queue } = application.hashing
  const { promise: isWaiting, resolve: release } = Promise.withResolvers<void>()
  const { progress, all } = floodQueue(() => isWaiting)
  const run = queue.run.bind(queue)
  const before: number[] = []
  const watch = vi.spyOn(queue, 'run').mockImplementation((network, hash) => {
    const waiting = run(network, () => {
      before.push(progress.done)
      return hash()
    })
    release()
    return waiting
  })
  onTestFinished(() => watch.mockRestore())
  expect((await honest.signIn()).statusCode).toBe(200)
  expect(before[0]).toBeGreaterThan(0)
  expect(before[0]).toBeLessThanOrEqual(CONCURRENCY + 1)
  await all
})

it('passwords of a network that has sent too many are refused early, with the time to wait', async () => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const { all } = floodQueue(() => isReleased)
  const pupil = new Member(application, honest.email, BUSY_NETWORK)
  const body = { name: '', email: 'new@example.test', password: 'Secret@2019' }
  for (const response of [await pupil.signIn(), await pupil.identify('sign-up/email', body)]) {
    expect([response.statusCode, response.json().code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  }
  release()
  await all
  expect((await pupil.signIn()).statusCode).toBe(200)
})
