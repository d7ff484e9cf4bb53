import { expect, test } from 'vitest'
import { shorten } from './shorten.ts'

test.each([
  ['Fog at dawn', 11, 'Fog at dawn'],
  ['Fog at dawn, rain later', 14, 'Fog at dawn…'],
  ['Fog at dawn', 10, 'Fog at…'],
  ['Windlichtfotografie', 8, 'Windlic…'],
  ['📷📷📷📷', 3, '📷📷…'],
  ['', 3, ''],
])('%j in %d characters is %j', (text, length, short) => {
  expect(shorten(text, length)).toBe(short)
})
