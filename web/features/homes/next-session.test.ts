import { describe, expect, it } from 'vitest'
import type { EnrolledClass } from '#contract/enrolments.ts'
import { listComing, sortByNext } from './next-session.ts'

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
