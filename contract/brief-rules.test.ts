import { expect, test } from 'vitest'
import { BriefRules, findUnmetRules, readSeconds } from './brief-rules.ts'

test('a shutter is a number or a fraction of seconds', () => {
  expect(['1/15', '2', '0.5'].map(readSeconds)).toEqual([1 / 15, 2, 0.5])
  for (const shutter of ['1/0', 'slow', '1/15 s', '-1', ''])
    expect(BriefRules.safeParse({ shutter_at_least: shutter }).success).toBe(false)
})

test('a rule is not met by a value on its wrong side, but by one that a camera has rounded', () => {
  const rules = { shutter_at_least: '1/15', aperture_at_most: 2.8, iso_at_least: 800, focal_length_at_most: 35 }
  expect(findUnmetRules(rules, { shutter: '1/16', aperture: 2.8, iso: 800, focal_length: 35.2 }, null)).toEqual([])
  expect(findUnmetRules(rules, { shutter: '1/30', aperture: 4, iso: 400, focal_length: 50 }, null)).toEqual([
    ...['shutter_at_least', 'focal_length_at_most', 'aperture_at_most', 'iso_at_least'],
  ])
})

test('a file that says nothing breaks no rule, and one from before the start does', () => {
  const rules = { shutter_at_least: '1/15', taken_after_start: true }
  expect(findUnmetRules(rules, {}, 1_000)).toEqual([])
  expect(findUnmetRules(rules, { taken_at: 999 }, 1_000)).toEqual(['taken_after_start'])
  expect(findUnmetRules(rules, { taken_at: 1_000 }, 1_000)).toEqual([])
  expect(findUnmetRules(rules, { taken_at: 999 }, null)).toEqual([])
})
