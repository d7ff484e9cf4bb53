import { describe, expect, it } from 'vitest'
import { toHeldIntent } from './intent.query.ts'

const minutes = (count: number) => count * 60_000

describe('the shown end of a hold', () => {
  it('is 15 minutes from now', () => {
    expect(toHeldIntent('a_secret_b', 1000)).toEqual({
      clientSecret: 'a_secret_b',
      heldSince: 1000,
      heldUntil: 1000 + minutes(15),
    })
  })

  it('moves on when the same intent is renewed, up to an hour in all', () => {
    const first = toHeldIntent('a_secret_b', 0)
    expect(toHeldIntent('a_secret_b', minutes(10), first).heldUntil).toBe(minutes(25))
    expect(toHeldIntent('a_secret_b', minutes(50), first).heldUntil).toBe(minutes(60))
  })

  it('begins again with another intent', () => {
    const first = toHeldIntent('a_secret_b', 0)
    expect(toHeldIntent('c_secret_d', minutes(50), first)).toMatchObject({
      heldSince: minutes(50),
      heldUntil: minutes(65),
    })
  })
})
