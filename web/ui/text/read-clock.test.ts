import { expect, it } from 'vitest'
import { readClock } from './read-clock.ts'

it.each([
  ['18:00', '18:00'],
  ['9:05', '09:05'],
  [' 18.30 ', '18:30'],
  ['1830', '18:30'],
  ['930', '09:30'],
  ['9', '09:00'],
  ['18 h', null],
  ['18h30', '18:30'],
  ['6 pm', '18:00'],
  ['6:30 PM', '18:30'],
  ['12 a.m.', '00:00'],
  ['12:15 p.m.', '12:15'],
  ['13 pm', null],
  ['0 am', null],
  ['24:00', null],
  ['18:60', null],
  ['18:0', null],
  ['noon', null],
  ['', null],
])('a typed “%s” is the time %s', (text, clock) => {
  expect(readClock(text)).toBe(clock)
})
