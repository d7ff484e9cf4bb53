import { describe, expect, it } from 'vitest'
import { compareMonths, describePeriod, formatMonth, formatRecentDay, fromFirstData, toBars } from './months.ts'

const MONTHS = ['2026-11', '2026-12', '2027-01', '2027-02'].map((month, index) => ({
  month,
  income: index * 100,
  enrolments: index,
}))

describe('a month', () => {
  it.each([
    ['2026-01', 'January 2026'],
    ['2026-12', 'December 2026'],
  ])('%s reads %s in every time zone', (month, text) => {
    expect(formatMonth(month)).toBe(text)
  })
})

describe('a day of the last months', () => {
  it('names the year only where it is another one', () => {
    expect(formatRecentDay(Date.UTC(2026, 10, 21), Date.UTC(2026, 11, 31))).toBe('November 21')
    expect(formatRecentDay(Date.UTC(2026, 10, 21), Date.UTC(2027, 0, 1))).toBe('November 21, 2026')
  })
})

describe('the present month', () => {
  it('is compared with the last one in words', () => {
    expect(compareMonths(MONTHS, (amount) => `$${amount}`)).toEqual({
      title: 'February so far',
      income: '$300',
      enrolments: '3 enrolments',
      last: 'January: $200 and 2 enrolments',
    })
    expect(compareMonths(MONTHS.slice(0, 1), String)).toBeNull()
  })
})

it('the title of the charts names the month that they begin with, or that all months have data', () => {
  expect(describePeriod(MONTHS)).toBe('Since December')
  expect(describePeriod(MONTHS.slice(1))).toBe('The last 3 months')
})

describe('the bars of a chart', () => {
  it('start at the first month with data, and show all months where none has any', () => {
    expect(fromFirstData(MONTHS).map(({ month }) => month)).toEqual(['2026-12', '2027-01', '2027-02'])
    const empty = MONTHS.map(({ month }) => ({ month, income: 0, enrolments: 0 }))
    expect(fromFirstData(empty)).toEqual(empty)
  })

  it('have short names, and the year below the first month and below January', () => {
    const bars = toBars(MONTHS, ({ income }) => income)
    expect(bars.map(({ name, below }) => [name, below])).toEqual([
      ['Nov', '2026'],
      ['Dec', undefined],
      ['Jan', '2027'],
      ['Feb', undefined],
    ])
  })

  it('have the year once where January is the second one', () => {
    expect(toBars(MONTHS.slice(1), ({ income }) => income).map(({ below }) => below)).toEqual([
      undefined,
      '2027',
      undefined,
    ])
  })

  it('measure what the chart asks for', () => {
    expect(toBars(MONTHS, ({ income }) => income).map(({ value }) => value)).toEqual([0, 100, 200, 300])
    expect(toBars(MONTHS, ({ enrolments }) => enrolments).map(({ value }) => value)).toEqual([0, 1, 2, 3])
  })

  it('have ids that are their months', () => {
    expect(toBars(MONTHS, () => 0).map(({ id }) => id)).toEqual(MONTHS.map(({ month }) => month))
  })
})
