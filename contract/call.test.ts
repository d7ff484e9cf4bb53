import { describe, expect, it } from 'vitest'
import { api } from './api.ts'
import { CallError, createCall, type TransportResponse } from './call.ts'

const TOO_MANY = { statusCode: 429, code: 'TOO_MANY_REQUESTS', error: 'Too Many Requests', message: 'Wait.' }

async function catchCallError(response: TransportResponse): Promise<CallError> {
  const failure: unknown = await createCall(async () => response)(api.listReviews).catch((error: unknown) => error)
  if (failure instanceof CallError) return failure
  throw new Error('the call did not fail')
}

describe('a failed call', () => {
  it('has the code and the message of the response', async () => {
    expect(await catchCallError({ status: 429, body: TOO_MANY })).toMatchObject({
      statusCode: 429,
      code: 'TOO_MANY_REQUESTS',
      message: 'Wait.',
      retryAfter: null,
    })
  })

  it('has the seconds of Retry-After as a number', async () => {
    expect((await catchCallError({ status: 429, body: TOO_MANY, retryAfter: '90' })).retryAfter).toBe(90)
    expect((await catchCallError({ status: 429, body: TOO_MANY, retryAfter: 'later' })).retryAfter).toBeNull()
  })

  it('is our fault when the response is no error body', async () => {
    expect(await catchCallError({ status: 502, body: '<html>' })).toMatchObject({ statusCode: 502, code: 'INTERNAL' })
  })
})

describe('a successful call', () => {
  it('returns the body, and for a page also the number of all rows', async () => {
    const call = createCall(async ({ path }) => ({ status: 200, body: [path], total: '7' }))
    expect(await call(api.listReviews)).toEqual(['/reviews'])
    expect(await call.page(api.listUsers, { query: { page: 2 } })).toEqual({ rows: ['/users?page=2'], total: 7 })
  })
})
