import { describe, expect, it } from 'vitest'
import { findLabelHeight, hasLabel, roundAbove } from './bar-chart.tsx'

describe('the top of a chart’s axis', () => {
  it.each([
    [0, 2],
    [1, 2],
    [2, 2],
    [3, 4],
    [9, 10],
    [10, 12],
    [11, 12],
    [13, 16],
    [20, 20],
    [21, 24],
    [25, 30],
    [31, 40],
    [99.5, 100],
    [101, 120],
    [1149.5, 1200],
    [8001, 10_000],
  ])('of %d is %d', (value, top) => {
    expect(roundAbove(value)).toBe(top)
  })

  it('is never below the value, and its half is a whole number', () => {
    for (let value = 0; value < 5000; value += 7) {
      const top = roundAbove(value)
      expect(top).toBeGreaterThanOrEqual(value)
      expect(Number.isInteger(top / 2)).toBe(true)
    }
  })
})

describe('the labels of a chart', () => {
  it('stand on their bar, or on a line of the grid that would strike them through', () => {
    expect([10, 60, 80, 100].map((height) => findLabelHeight(height, [0, 73, 100]))).toEqual([10, 73, 100, 100])
  })

  const listLabeled = (values: number[], hasRoom: boolean) =>
    values.filter((_, index) =>
      hasLabel(
        values.map((value) => ({ value })),
        index,
        hasRoom,
      ),
    )

  it('are on every bar where there is room, also on one of nothing', () => {
    expect(listLabeled([1, 9, 0, 4], true)).toEqual([1, 9, 0, 4])
  })

  it('are on the highest bar and the last one where there is none, unless they would collide', () => {
    expect(listLabeled([1, 9, 3, 4], false)).toEqual([9, 4])
    expect(listLabeled([1, 3, 9, 4], false)).toEqual([9])
    expect(listLabeled([1, 3, 4, 9], false)).toEqual([9])
  })
})
