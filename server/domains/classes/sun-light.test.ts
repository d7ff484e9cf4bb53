import { describe, expect, it } from 'vitest'
import { findLight } from './sun-light.ts'

const MINUTE = 60_000
const at = (text: string) => Date.parse(`${text}Z`)
const session = (start: string, hours = 2) => ({ starts_at: at(start), ends_at: at(start) + hours * 60 * MINUTE })

/** Expects a span to be the published one, to two minutes. */
function expectSpan(span: { starts_at: number; ends_at: number } | null | undefined, start: string, end: string) {
  expect(Math.abs((span?.starts_at ?? 0) - at(start))).toBeLessThanOrEqual(2 * MINUTE)
  expect(Math.abs((span?.ends_at ?? 0) - at(end))).toBeLessThanOrEqual(2 * MINUTE)
}

/**
 * The published times of London, in UTC. Source: https://www.timeanddate.com/sun/uk/london, as the tests of Astral quote it
 * (github.com/sffjunkie/astral, test_sun_golden_blue.py)
 */
describe('the light of a session in London', () => {
  const LONDON = { latitude: 51.4733, longitude: -0.0008 }

  it('in the evening is the golden hour before and the blue hour after sunset', () => {
    expectSpan(findLight(session('2016-05-18T18:00'), LONDON, 'UTC')?.golden, '2016-05-18T19:01', '2016-05-18T20:17')
    expectSpan(findLight(session('2016-05-19T18:00'), LONDON, 'UTC')?.blue, '2016-05-19T20:18', '2016-05-19T20:35')
  })

  it('in the morning is that of the sunrise', () => {
    const light = findLight(session('2016-05-19T03:00'), LONDON, 'UTC')
    expectSpan(light?.blue, '2016-05-19T03:19', '2016-05-19T03:36')
    expect(light?.golden?.starts_at).toBe(light?.blue?.ends_at)
  })

  it('after midnight is that of the night it belongs to', () => {
    expectSpan(findLight(session('2016-05-19T22:00', 3), LONDON, 'UTC')?.blue, '2016-05-19T20:18', '2016-05-19T20:35')
  })
})

/** Civil twilight ends where the blue hour does. Source: the example of https://sunrise-sunset.org/api */
it('the blue hour in Málaga ends with civil twilight', () => {
  const MALAGA = { latitude: 36.72016, longitude: -4.42034 }
  const { blue } = findLight(session('2015-05-21T18:00'), MALAGA, 'UTC') ?? {}
  expect(Math.abs((blue?.ends_at ?? 0) - at('2015-05-21T19:52:17'))).toBeLessThanOrEqual(2 * MINUTE)
})

it('far from Greenwich, the light is that of the same local day', () => {
  const AUCKLAND = { latitude: -36.85, longitude: 174.76 }
  // 16:00 to 18:00 in Auckland.
  const evening = session('2026-06-21T04:00')
  const { golden } = findLight(evening, AUCKLAND, 'UTC') ?? {}
  expect(golden?.starts_at).toBeGreaterThan(evening.starts_at)
  expect(golden?.ends_at).toBeLessThan(evening.ends_at)
})

describe('near the poles', () => {
  const LONGYEARBYEN = { latitude: 78.22, longitude: 15.65 }
  const TROMSO = { latitude: 69.65, longitude: 18.96 }

  it('polar day and polar night have no light of their own', () => {
    expect(findLight(session('2026-06-21T18:00'), LONGYEARBYEN, 'UTC')).toBeNull()
    expect(findLight(session('2026-12-21T11:00'), LONGYEARBYEN, 'UTC')).toBeNull()
  })

  it('a noon in polar night may be golden, where the sun stays just below the horizon', () => {
    const { golden, blue } = findLight(session('2026-12-21T11:30'), TROMSO, 'UTC') ?? {}
    expect((golden?.ends_at ?? 0) - (golden?.starts_at ?? 0)).toBeGreaterThan(60 * MINUTE)
    expect(blue?.starts_at).toBe(golden?.ends_at)
  })

  it('a sun that never sinks to 6° below the horizon leaves no blue hour', () => {
    expect(findLight(session('2026-06-21T19:00'), { latitude: 61.5, longitude: 10.5 }, 'UTC')?.blue).toBeNull()
  })
})

it('a place without coordinates has no light', () => {
  expect(findLight(session('2016-05-18T18:00'), { latitude: null, longitude: null }, 'UTC')).toBeNull()
})
