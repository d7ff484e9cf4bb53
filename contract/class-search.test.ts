import { expect, test } from 'vitest'
import { ClassSearch } from './class-search.ts'

test('a search understands every parameter of an address', () => {
  const query = {
    q: ' night ',
    level: 'beginner',
    instructor: 'Ada@School.example',
    price_max: '49.99',
    free: '1',
    month: '2027-01',
    weekday: 'Mon',
    online: '0',
    sort: 'price',
    page: '2',
  }
  expect(ClassSearch.parse(query)).toEqual({
    ...query,
    q: 'night',
    instructor: 'ada@school.example',
    price_max: 49.99,
    weekday: 'mon',
    page: 2,
  })
})

test('weekdays have numbers too, 0 for Sunday', () => {
  expect([0, '1', '6'].map((weekday) => ClassSearch.parse({ weekday }).weekday)).toEqual(['sun', 'mon', 'sat'])
})

test.each([
  ['149,50', 149.5],
  ['1.234,50', 1234.5],
  ["1'234.50", 1234.5],
  ['$40', 40],
  ['1.234', 1.234],
  ['1,234', undefined],
])('the highest price %j is %s', (price_max, amount) => {
  expect(ClassSearch.parse({ price_max }).price_max).toBe(amount)
})

test.each([
  ['q', ['', '   ', 'x'.repeat(201), 'a\0b', '\ud800', ['a', 'b']]],
  ['level', ['x', '', 'any,beginner', ['any', 'beginner']]],
  ['instructor', ['x', '', "' or 1=1", '42', '@']],
  ['price_max', ['', 'free', '-1', '1e3', 'NaN', 'Infinity', '0x10', '9'.repeat(400)]],
  ['free', ['', '0', 'true', ['1', '1']]],
  ['month', ['2027-99', '2027-1', '1970-01', 'january', '2027-01-01', '']],
  ['weekday', ['7', '-1', '', 'monday', '1.5']],
  ['online', ['', '2', 'yes']],
  ['sort', ['', 'id', 'price;drop', '__proto__']],
  ['page', ['-1', '0', '1.5', 'last', '', '1000001', '1e2']],
  ['rows', ['0', '101', '-1']],
])('a search ignores %s without a meaning', (key, values) => {
  for (const value of values)
    expect(ClassSearch.parse({ [key]: value, level: key === 'level' ? value : 'any' }), `${value}`).toEqual(
      key === 'level' ? {} : { level: 'any' },
    )
})
