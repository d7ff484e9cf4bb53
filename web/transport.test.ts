import { expect, it, vi } from 'vitest'
import { holdCalls, SIGNED_OUT, sessionTransport } from './transport.ts'

const REQUEST = { method: 'GET', path: '/account/sessions', headers: {}, body: undefined } as const

/** Opens a session whose server never responds before the session ends. */
function openSession() {
  let token: string | null = 'token'
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const response = Promise.withResolvers<never>()
  const send = vi.fn(() => response.promise)
  const call = sessionTransport(send, () => token)
  const end = () => {
    token = null
    resolve()
  }
  return { call, send, done, end, abort: () => response.reject(new Error('aborted')) }
}

it('rejects a call that a sign-out aborts as signed out, once the session has ended', async () => {
  const { call, send, done, end, abort } = openSession()
  const rejected = expect(call(REQUEST)).rejects.toMatchObject({ code: SIGNED_OUT })
  holdCalls(done)
  abort()
  end()
  await rejected
  expect(send).toHaveBeenCalledTimes(1)
})

it('does not send a call during a sign-out, and rejects it once the session has ended', async () => {
  const { call, send, done, end } = openSession()
  holdCalls(done)
  const rejected = expect(call(REQUEST)).rejects.toMatchObject({ code: SIGNED_OUT })
  end()
  await rejected
  expect(send).not.toHaveBeenCalled()
})

it('sends a held call when the sign-out fails', async () => {
  const { call, send } = openSession()
  const failed = Promise.reject(new Error('offline'))
  holdCalls(failed)
  void call(REQUEST).catch(() => undefined)
  await expect.poll(() => send.mock.calls).toHaveLength(1)
})
