import { describe, expect, it } from 'vitest'
import { checkRun, getDecisionTime, getSpan } from './run-rules.ts'
import { NewRun } from './runs.ts'
import { MAX_SESSIONS } from './values/limits.ts'

const HOUR = 3_600_000
const START = Date.UTC(2027, 4, 4, 16)
const session = (hours: number, length = 2) => ({
  starts_at: START + hours * HOUR,
  ends_at: START + (hours + length) * HOUR,
  rain_starts_at: null,
  rain_ends_at: null,
})
const RUN = {
  ...{ time_zone: 'Europe/Oslo', place: null, online: false, link: null, last_moment: null },
  ...{ minimum: null, decide_at: null, sessions: [session(0)] },
}

describe('a run', () => {
  it('names the session that is wrong, of two that overlap the lower one', () => {
    expect(checkRun({ ...RUN, sessions: [session(0), session(9, -1)] })[0]?.path).toEqual(['sessions', 1])
    expect(checkRun({ ...RUN, sessions: [session(5), session(0), session(6)] })[0]?.path).toEqual(['sessions', 2])
  })

  it('may have sessions that touch, a rain date, a place and a minimum', () => {
    const rain = { rain_starts_at: START + 30 * HOUR, rain_ends_at: START + 32 * HOUR }
    const place = { latitude: 59.9, longitude: 10.7 }
    const sessions = [{ ...session(0), ...rain }, session(2)]
    expect(checkRun({ ...RUN, sessions, place, minimum: 4, decide_at: START - HOUR })).toEqual([])
    expect(checkRun({ ...RUN, sessions: [], time_zone: null })).toEqual([])
  })

  it.each([
    ['ends before it starts', { sessions: [session(0, -1)] }, 'sessions', 'Session 1 ends before it starts'],
    ['has no length', { sessions: [session(0), session(4, 0)] }, 'sessions', 'Session 2 ends before it starts'],
    ['overlaps another', { sessions: [session(5), session(0), session(6)] }, 'sessions', 'Sessions 1 and 3 overlap'],
    ['is not in this century', { sessions: [session(1_000_000)] }, 'sessions', 'Session 1 is not between the years'],
    ['is very long', { sessions: [session(0, 24 * 32)] }, 'sessions', 'Session 1 is longer than 31 days'],
    [
      'rains before its end',
      { sessions: [{ ...session(0), rain_starts_at: START, rain_ends_at: START + HOUR }] },
      'sessions',
      'Session 1 has a rain date before its end',
    ],
    [
      'rains without an end',
      { sessions: [{ ...session(0), rain_starts_at: START + 9 * HOUR }] },
      'sessions',
      'Session 1 has a rain date without start or end',
    ],
    ['has no time zone', { time_zone: null }, 'time_zone', 'time zone is required'],
    [
      'is online and in a place',
      { online: true, place: { latitude: null, longitude: null } },
      'place',
      'an online run has no place',
    ],
    [
      'has half of its coordinates',
      { place: { latitude: 1, longitude: null } },
      'place',
      'latitude and longitude belong together',
    ],
    ['has a link but is not online', { link: 'https://meet.example/1' }, 'link', 'only an online run has a link'],
    [
      'closes after its end',
      { last_moment: START + 3 * HOUR },
      'last_moment',
      'last moment to enroll is after the end',
    ],
    ['decides without a minimum', { decide_at: START }, 'minimum', 'minimum is required'],
    ['decides after its start', { minimum: 2, decide_at: START }, 'decide_at', 'decision date is after the start'],
    ['has a minimum without sessions', { minimum: 2, sessions: [] }, 'decide_at', 'a minimum needs sessions'],
  ])('that %s is refused', (_, change, field, message) => {
    const [problem, ...others] = checkRun({ ...RUN, ...change })
    expect(problem).toMatchObject({ message: expect.stringContaining(message) })
    expect(problem?.path[0]).toBe(field)
    expect(others).toEqual([])
  })

  it('names the time of a rain date that is wrong', () => {
    const find = (rain: object) => checkRun({ ...RUN, sessions: [{ ...session(0), ...rain }] })[0]?.path
    const late = START + 9 * HOUR
    expect(find({ rain_starts_at: late, rain_ends_at: late - HOUR })).toEqual(['sessions', 0, 'rain_ends_at'])
    expect(find({ rain_starts_at: START, rain_ends_at: late })).toEqual(['sessions', 0, 'rain_starts_at'])
  })

  it('spans its sessions in any order', () => {
    expect(getSpan([session(5), session(0)])).toEqual({ starts_at: START, ends_at: START + 7 * HOUR })
    expect(getSpan([])).toEqual({ starts_at: null, ends_at: null })
  })

  it('decides on its minimum two days before the start, unless it says otherwise', () => {
    expect(getDecisionTime({ ...RUN, minimum: 3 })).toBe(START - 48 * HOUR)
    expect(getDecisionTime({ ...RUN, minimum: 3, decide_at: 7 })).toBe(7)
    expect(getDecisionTime(RUN)).toBeNull()
  })
})

describe('the request for a new run', () => {
  const parse = (values: object) => NewRun.safeParse({ seats: 4, ...values })
  const messages = (values: object) => parse(values).error?.issues.map(({ path, message }) => [path.join('.'), message])

  it('needs seats only, and takes a text as the name of the place', () => {
    expect(parse({}).data).toMatchObject({ time_zone: null, sessions: [], price: null, online: false })
    expect(parse({ place: 'Harbour Hall' }).data?.place).toEqual({
      ...{ name: 'Harbour Hall', address: '', latitude: null, longitude: null },
    })
  })

  it.each([
    ['an unknown time zone', { time_zone: 'Europe/Atlantis' }, 'time_zone', 'is not a time zone, such as Europe/Oslo'],
    [
      'too many sessions',
      { time_zone: 'UTC', sessions: Array.from({ length: 1000 }, (_, i) => session(3 * i)) },
      'sessions',
      `A run has at most ${MAX_SESSIONS} sessions`,
    ],
    ['a place of 10 KB', { place: 'x'.repeat(10_000) }, 'place.name', expect.stringContaining('200')],
    [
      'a link that is no https address',
      { online: true, link: 'javascript:alert(1)' },
      'link',
      'must be an https address',
    ],
    [
      'coordinates off the globe',
      { place: { name: 'x', latitude: 91, longitude: 0 } },
      'place.latitude',
      expect.any(String),
    ],
  ])('with %s is refused', (_, values, path, message) => {
    expect(messages(values)).toContainEqual([path, message])
  })
})
