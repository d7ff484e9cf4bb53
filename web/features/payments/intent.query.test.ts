import { describe, expect, it } from 'vitest'
import { toHeldIntent } from './intent.query.ts'

const minutes = (count: number) => count * 60_000

describe('the shown end of a hold', () => {
  it('is 15 minutes from now', () => {
    expect(toHeldIntent('a_secret_b', { now: 1000 })).toEqual({
      clientSecret: 'a_secret_b',
      heldSince: 1000,
      heldUntil: 1000 + minutes(15),
    })
  })

  it('moves on when the same intent is renewed, up to an hour in all', () => {
    const first = toHeldIntent('a_secret_b', { now: 0 })
    expect(toHeldIntent('a_secret_b', { now: minutes(10), previous: first }).heldUntil).toBe(minutes(25))
    expect(toHeldIntent('a_secret_b', { now: minutes(50), previous: first }).heldUntil).toBe(minutes(60))
  })

  it('is what the server says of a seat that the school holds for a day, however the clocks differ by seconds', () => {
    const until = minutes(24 * 60)
    expect(toHeldIntent('a_secret_b', { now: 0, until })).toMatchObject({ heldUntil: until, isLong: true })
    expect(toHeldIntent('a_secret_b', { now: 0, until: minutes(15) + 9000 })).not.toHaveProperty('isLong')
  })

  it('begins again with another intent', () => {
    const first = toHeldIntent('a_secret_b', { now: 0 })
    expect(toHeldIntent('c_secret_d', { now: minutes(50), previous: first })).toMatchObject({
      heldSince: minutes(50),
      heldUntil: minutes(65),
    })
  })
})
