import { expect, it } from 'vitest'
import { describeEntry } from './describe-entry.ts'

const waits = { state: 'waiting', seats: 1, position: 1, skipped_at: null, takeable: false } as const

it('an entry says how many are ahead, and why others could have free seats', () => {
  expect(describeEntry(waits, '')).toBe('You are next.')
  expect(describeEntry({ ...waits, position: 3 }, '')).toBe('2 ahead of you.')
  expect(describeEntry({ ...waits, seats: 2, skipped_at: 1 }, '')).toBe(
    'You are next. Fewer than 2 seats were free, so others could have them.',
  )
})

it('an offer says how many seats are held until when', () => {
  const offer = { ...waits, state: 'offered', position: null, takeable: true } as const
  expect(describeEntry(offer, 'noon')).toBe('A seat is free for you. We hold it until noon.')
  expect(describeEntry({ ...offer, seats: 2 }, 'noon')).toBe('2 seats are free for you. We hold them until noon.')
  const late = { ...offer, takeable: false }
  expect(describeEntry(late, 'noon')).toBe('We held a seat for you until noon. Others can have it now.')
  const lastDay = { ...waits, seats: 2, takeable: true }
  expect(describeEntry(lastDay, '')).toBe('2 seats are free. All who wait may take them: the first to pay gets them.')
})
