import { describe, expect, it } from 'vitest'
import { CallError } from '#contract/call.ts'
import { shouldRetry } from './retry.ts'

const failure = (statusCode: number) => new CallError({ statusCode, code: 'X', message: 'x' })

describe('a read that failed', () => {
  it.each([0, 500, 502, 503])('with %d is tried again, three times at most', (statusCode) => {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, failure(statusCode)))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it.each([400, 401, 403, 404, 409, 413, 429])('with %d is not: the answer would be the same', (statusCode) => {
    expect(shouldRetry(0, failure(statusCode))).toBe(false)
  })

  it('because the card provider refuses is not tried again', () => {
    const error = new CallError({ statusCode: 500, code: 'PROVIDER_REFUSED', message: 'x' })
    expect(shouldRetry(0, error)).toBe(false)
  })

  it('through a fault of our own is not tried again', () => {
    expect(shouldRetry(0, new TypeError('x'))).toBe(false)
  })
})
