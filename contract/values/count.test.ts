import { describe, expect, it } from 'vitest'
import { formatCount } from './count.ts'

describe('a number with its noun', () => {
  it.each([
    [0, '0 dates'],
    [1, '1 date'],
    [2, '2 dates'],
    [999, '999 dates'],
    [1_000, '1,000 dates'],
    [1_234_567, '1,234,567 dates'],
  ])('%s is %s', (count, text) => {
    expect(formatCount(count, 'date')).toBe(text)
  })

  it('may have a plural of its own', () => {
    expect([1, 2].map((count) => formatCount(count, 'class', 'classes'))).toEqual(['1 class', '2 classes'])
  })
})
