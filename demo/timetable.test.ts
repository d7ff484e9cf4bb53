import { describe, expect, it } from 'vitest'
import { checkRun } from '../contract/run-rules.ts'
import { CLASSES } from './classes.ts'
import { planRuns, toRunRow } from './dated-runs.ts'
import { PLACES } from './places.ts'
import { listSpans, Timetable } from './timetable.ts'

const DAY_MS = 24 * 60 * 60_000

/** Every weekday, the days around both changes of the clock, midsummer and the turn of the year. */
const STARTS = ['2027-01-01', '2027-03-22', '2027-06-21', '2027-10-25', '2027-12-27'].flatMap((monday) =>
  [0, 1, 2, 3, 4, 5, 6].map((day) => Date.parse(`${monday}T21:45Z`) + day * DAY_MS),
)

function planAll(firstStart: number) {
  const timetable = new Timetable(firstStart)
  return CLASSES.filter(({ status }) => status === 'approve').map((demoClass) => {
    return { ...demoClass, dated: planRuns(demoClass, timetable, 'usd') }
  })
}

describe.each(STARTS.map((at) => [new Date(at).toISOString(), at] as const))('a first start at %s', (_, firstStart) => {
  const planned = planAll(firstStart)

  it('gives every approved class two or three runs, of which one begins on another day', () => {
    for (const { name, dated } of planned) {
      expect([2, 3], name).toContain(dated.length)
      expect(dated.filter(({ startsAt }) => startsAt > firstStart + DAY_MS / 8).length, name).toBeGreaterThan(0)
    }
  })

  it('begins the runs of a class in the order of their plans, so that the first date is the same on every weekday', () => {
    for (const { name, dated } of planned) {
      const starts = dated.map(({ startsAt }) => startsAt)
      expect(starts, name).toEqual(starts.toSorted((one, other) => one - other))
    }
  })

  it('follows the rules of runs, with all dates within four months', () => {
    for (const run of planned.flatMap(({ dated }) => dated)) {
      const row = toRunRow(run)
      const place = run.plan.at === 'online' ? null : PLACES[run.plan.at]
      const sessions = run.sessions.map(({ startsAt, endsAt, rainStartsAt, rainEndsAt }) => {
        return { starts_at: startsAt, ends_at: endsAt, rain_starts_at: rainStartsAt, rain_ends_at: rainEndsAt }
      })
      const { timeZone: time_zone, lastMoment: last_moment, minimum, decideAt: decide_at } = row
      const online = { online: place === null, link: place === null ? 'https://meet.example' : null }
      expect(checkRun({ time_zone, place, ...online, last_moment, minimum, decide_at, sessions })).toEqual([])
      expect(Math.abs(run.startsAt - firstStart)).toBeLessThan(120 * DAY_MS)
      if (decide_at !== null) expect(decide_at).toBeGreaterThan(firstStart)
    }
  })

  it('has runs that are over, and one with a session on the same day', () => {
    const all = planned.flatMap(({ dated }) => dated.map(({ sessions }) => sessions))
    expect(all.filter((sessions) => sessions.every(({ endsAt }) => endsAt < firstStart)).length).toBeGreaterThan(4)
    const isNear = ({ startsAt }: { startsAt: number }) => Math.abs(startsAt - firstStart) < DAY_MS
    expect(all.some((sessions) => sessions.length > 1 && sessions.some(isNear))).toBe(true)
  })

  it.each(['instructor', 'place'] as const)('books no %s twice, not even on a rain date', (kind) => {
    const booked = planned.flatMap(({ instructor, dated }) =>
      dated.flatMap(({ plan, sessions }) => {
        return sessions.flatMap(listSpans).map((span) => ({ ...span, key: kind === 'place' ? plan.at : instructor }))
      }),
    )
    const byKey = Map.groupBy(
      booked.filter(({ key }) => key !== 'online'),
      ({ key }) => key,
    )
    for (const [key, spans] of byKey) {
      const sorted = spans.toSorted((a, b) => a.startsAt - b.startsAt)
      const twice = sorted.filter(({ startsAt }, index) => startsAt < (sorted[index - 1]?.endsAt ?? 0))
      expect(twice, key).toEqual([])
    }
  })
})

it('plans the same for the same day, and moves with it', () => {
  const [first, again, later] = ['2027-05-03T08:00Z', '2027-05-03T19:00Z', '2027-05-10T08:00Z'].map((time) =>
    planAll(Date.parse(time)).flatMap(({ dated }) => dated.map(({ startsAt }) => startsAt)),
  )
  expect(again).toEqual(first)
  const weeks = later?.map((startsAt, index) => (startsAt - (first?.[index] ?? 0)) / (7 * DAY_MS)) ?? []
  for (const week of weeks) expect(week).toBeCloseTo(1, 1)
})
