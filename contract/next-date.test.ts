import { describe, expect, it } from 'vitest'
import { withClocks } from '../testing/session-fields.ts'
import { describeNextDate, findNextDate } from './next-date.ts'

const HOUR = 3_600_000
const TODAY = Date.UTC(2027, 3, 1)
/** 18:00 in Oslo on May 4, 2027. */
const MAY = Date.UTC(2027, 4, 4, 16)

const run = (seats: number, ...starts: number[]) => ({
  ...{ time_zone: 'Europe/Oslo', seats },
  sessions: starts.map((starts_at) => withClocks({ starts_at, ends_at: starts_at + 2 * HOUR })),
})

describe('the next date of a class', () => {
  it('is the start of its next run, with the number of the others', () => {
    const [first, second, third] = [run(3, MAY), run(3, MAY + 24 * HOUR), run(3, MAY + 48 * HOUR)]
    expect(describeNextDate([first], TODAY)).toBe('Tue, May 4, 18:00')
    expect(describeNextDate([first, second], TODAY)).toBe('Tue, May 4, 18:00 and 1 more date')
    expect(describeNextDate([third, second, first], TODAY)).toBe('Tue, May 4, 18:00 and 2 more dates')
  })

  it('is the first with a free seat, as Select chooses, or the first of all where none is left', () => {
    const [full, free] = [run(0, MAY), run(1, MAY + 24 * HOUR)]
    expect(findNextDate([full, free], TODAY)).toEqual({
      run: free,
      startsAt: MAY + 24 * HOUR,
      starts: '2027-05-05T18:00',
      others: 1,
    })
    expect(findNextDate([full, run(0, MAY + 24 * HOUR)], TODAY)?.run).toBe(full)
  })

  it('is the next session of a run that has begun', () => {
    expect(findNextDate([run(1, MAY, MAY + 24 * HOUR)], MAY + 3 * HOUR)?.startsAt).toBe(MAY + 24 * HOUR)
  })

  it('is missing for open runs, which do not count as further dates', () => {
    expect(describeNextDate([run(5)], TODAY)).toBeNull()
    expect(describeNextDate([], TODAY)).toBeNull()
    expect(describeNextDate([run(3, MAY), run(5)], TODAY)).toBe('Tue, May 4, 18:00')
  })
})
