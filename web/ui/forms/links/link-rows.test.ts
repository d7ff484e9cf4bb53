import { expect, test } from 'vitest'
import { appendRow, changeRow, moveRowUp, removeRow, toRows } from './link-rows.ts'

const link = (words: string) => ({ words, address: `https://example.org/${words}` })
const rows = toRows([link('tides'), link('weather'), link('maps')], [1, 2, 3])
const summary = (list: typeof rows) => list.map(({ key, link: { words } }) => `${key} ${words}`)

test('a moved row keeps its key', () => {
  expect(summary(moveRowUp(rows, 2))).toEqual(['1 tides', '3 maps', '2 weather'])
  expect(summary(moveRowUp(rows, 1))).toEqual(['2 weather', '1 tides', '3 maps'])
})

test('a removed row leaves the keys of the others', () => {
  expect(summary(removeRow(rows, 1))).toEqual(['1 tides', '3 maps'])
})

test('an added row is empty and last', () => {
  expect(appendRow(rows, 4).at(-1)).toEqual({ key: 4, link: { words: '', address: '' } })
})

test('a change leaves the other rows and the other field', () => {
  const changed = changeRow(rows, 1, { words: 'storms' })
  expect(summary(changed)).toEqual(['1 tides', '2 storms', '3 maps'])
  expect(changed[1]?.link.address).toBe('https://example.org/weather')
})

test('links from a reset of the form get keys that no row has', () => {
  expect(summary(toRows([link('tides'), link('weather')], [7]))).toEqual(['7 tides', '-2 weather'])
})
