import { expect, test } from 'vitest'
import { describePlace } from './describe-place.ts'

test('a remark has its place in words', () => {
  expect(describePlace('pin', { x: 0.1, y: 0.2 })).toBe('upper left third')
  expect(describePlace('pin', { x: 0.5, y: 0.5 })).toBe('center')
  expect(describePlace('pin', { x: 0.5, y: 0.9 })).toBe('lower center third')
  expect(describePlace('area', { x: 0.8, y: 0.3, w: 0.2, h: 0.4 })).toBe('middle right third')
  const points: [number, number][] = [
    [0, 0],
    [0.2, 0.1],
  ]
  expect(describePlace('line', { points })).toBe('upper left third')
  expect(describePlace('crop', { x: 0.5, y: 0, w: 0.5, h: 1 })).toBe(
    'middle right third, 50 % of the width and 100 % of the height',
  )
  expect(describePlace('note', null)).toBe('the whole picture')
})
