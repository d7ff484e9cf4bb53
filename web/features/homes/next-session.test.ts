import { describe, expect, it } from 'vitest'
import type { EnrolledClass } from '#contract/enrolments.ts'
import { describeDays, listComing, nameNext, sortByNext } from './next-session.ts'

const enrolled = (className: string, times: [number, number][], run = {}) => {
  const sessions = times.map(([starts_at, ends_at]) => ({ starts_at, ends_at }))
  return { className, run: { sessions, ...run } } as EnrolledClass
}

const find = (...classes: EnrolledClass[]) => {
  const [next] = listComing(classes, 100)
  return next ? [next.entry.className, next.session.starts_at] : null
}

describe('the next session of a student', () => {
  it('is the first one of all classes that has not ended', () => {
    const fog = enrolled('Fog', [
      [10, 20],
      [300, 310],
    ])
    expect(find(fog, enrolled('Sea', [[200, 210]]))).toEqual(['Sea', 200])
    expect(find(fog, enrolled('Sea', [[90, 101]]))).toEqual(['Sea', 90])
    expect(find(fog, enrolled('Sea', [[90, 100]]))).toEqual(['Fog', 300])
  })

  it('is missing where everything is over, canceled or without dates', () => {
    expect(
      find(enrolled('Fog', [[10, 20]]), enrolled('Sea', [[200, 210]], { canceled_at: 1 }), enrolled('Open', [])),
    ).toBeNull()
  })
})

it('is called so until it begins, and Now from then on', () => {
  expect([99, 100, 101].map((now) => nameNext({ starts_at: 100 }, now))).toEqual(['Next session', 'Now', 'Now'])
})

it('lists the coming sessions of all classes in order', () => {
  const fog = enrolled('Fog', [
    [110, 120],
    [300, 310],
  ])
  const coming = listComing([fog, enrolled('Sea', [[200, 210]]), enrolled('Past', [[10, 20]])], 100)
  expect(coming.map(({ entry, session }) => [entry.className, session.starts_at])).toEqual([
    ['Fog', 110],
    ['Sea', 200],
    ['Fog', 300],
  ])
})

describe('the days of sessions', () => {
  const NOW = Date.UTC(2026, 10, 29)
  const session = (day: string, clocks = '18:30–21:00', endDay = day) => {
    const [start, end] = clocks.split('–')
    return { starts: `${day}T${start}`, ends: `${endDay}T${end}` }
  }
  const list = (...sessions: ReturnType<typeof session>[]) =>
    describeDays(sessions, 'Europe/Oslo', NOW).map(({ days, clocks }) => `${days} | ${clocks}`)

  it('are in one line, with the weekday that they share, above the time of the day', () => {
    const days = ['2026-12-23', '2026-12-30', '2027-01-06', '2027-01-13']
    expect(list(...days.map((day) => session(day)))).toEqual(['Wed, Dec 23, 30, Jan 6, 13 | 18:30–21:00 (Europe/Oslo)'])
    expect(describeDays([session('2026-12-23')], null, NOW)).toEqual([{ days: 'Wed, Dec 23', clocks: '18:30–21:00' }])
    expect(list(session('2026-12-23'), session('2026-12-24'))).toEqual(['Dec 23, 24 | 18:30–21:00 (Europe/Oslo)'])
  })

  it('have a line for each time of the day, and the year where it is not the present one', () => {
    expect(list(session('2027-01-06'), session('2027-01-07', '08:00–10:00'))).toEqual([
      'Wed, Jan 6, 2027 | 18:30–21:00 (Europe/Oslo)',
      'Thu, Jan 7, 2027 | 08:00–10:00 (Europe/Oslo)',
    ])
  })

  it('have a year each where the last is twelve months or more after the first', () => {
    expect(list(session('2026-12-23'), session('2027-12-22'), session('2028-12-20'))).toEqual([
      'Wed, Dec 23, 2026, Dec 22, 2027, Dec 20, 2028 | 18:30–21:00 (Europe/Oslo)',
    ])
  })

  it('are both days of a session over midnight', () => {
    expect(list(session('2026-12-23', '22:00–02:00', '2026-12-24'))).toEqual([
      'Wed, Dec 23, 22:00 – Thu, Dec 24, 02:00 | Europe/Oslo',
    ])
  })
})

describe('the classes of a student', () => {
  it('come with the next one first, then those without dates, then the latest that is over', () => {
    const over = (name: string, ends_at: number) => enrolled(name, [[ends_at - 5, ends_at]], { ends_at })
    const canceled = enrolled('Canceled', [[200, 210]], { canceled_at: 1, ends_at: 210 })
    const later = enrolled('Later', [[300, 310]])
    const next = enrolled('Next', [
      [10, 20],
      [150, 160],
    ])
    const classes = [over('Older', 20), enrolled('Open', []), later, over('Latest', 90), canceled, next]
    const sorted = sortByNext(classes, 100).map(({ className }) => className)
    expect(sorted).toEqual(['Next', 'Later', 'Open', 'Canceled', 'Latest', 'Older'])
  })
})
