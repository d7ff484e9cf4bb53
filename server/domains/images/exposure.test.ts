import { describe, expect, it } from 'vitest'
import { formatAperture, formatIso, formatShutter, formatTime, toNumber } from './exposure.ts'

describe('the exposure of an image', () => {
  it.each([
    [1 / 125, '1/125 s'],
    [0.25, '1/4 s'],
    [0.5, '0.5 s'],
    [30, '30 s'],
    [null, null],
    [1e9, null],
  ])('of %s seconds reads %s', (seconds, text) => expect(formatShutter(seconds)).toBe(text))

  it('has an aperture, an ISO and a time of day', () => {
    expect(formatAperture(2.8)).toBe('f/2.8')
    expect(formatAperture(8)).toBe('f/8')
    expect(formatIso(400)).toBe('ISO 400')
    expect(formatTime('2026:05:01 06:40:12')).toBe('06:40')
  })

  it.each([[0, 0], [1, 0], [-1, 2], 'f/8', Number.NaN, undefined, { evil: true }])('ignores the value %j', (value) =>
    expect(toNumber(value)).toBeNull(),
  )

  it.each(['2026:05:01 25:40:12', '<script>', undefined])('ignores the moment %s', (moment) =>
    expect(formatTime(moment)).toBeNull(),
  )
})
