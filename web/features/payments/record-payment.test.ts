import { describe, expect, it } from 'vitest'
import { CallError } from '#contract/call.ts'
import { describeRecordError } from './record-payment.ts'

const message = 'The server’s own message.'
const UNCONFIRMED = "We couldn't confirm your payment yet. Try again; you won't be charged twice."

describe('a charged payment that could not be recorded', () => {
  it.each([
    [0, 'UNREACHABLE'],
    [500, 'INTERNAL'],
    [503, 'PROVIDER_UNAVAILABLE'],
    [409, 'NOT_PAID'],
  ])('asks to try again after %d %s, and promises one charge', (statusCode, code) => {
    expect(describeRecordError(new CallError({ statusCode, code, message }))).toBe(UNCONFIRMED)
  })

  it('asks to try again after a fault of the browser', () => {
    expect(describeRecordError(new TypeError('x'))).toBe(UNCONFIRMED)
  })

  it.each([
    [404, 'NOT_FOUND'],
    [409, 'MONEY_RETURNED'],
    [429, 'TOO_MANY_REQUESTS'],
  ])('shows the server’s message after %d %s', (statusCode, code) => {
    expect(describeRecordError(new CallError({ statusCode, code, message }))).toBe(message)
  })
})
