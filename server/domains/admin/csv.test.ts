import { describe, expect, it } from 'vitest'
import { neutralize, toCsv } from './csv.ts'

const write = (name: string) => toCsv(['name', 'price', 'feedback'], [{ name, price: 49.99 }])

describe('a CSV file', () => {
  it('quotes every field, the header, numbers and empty fields included', () => {
    expect(write('Anna "Light" Lind')).toBe('\ufeff"name","price","feedback"\r\n"Anna ""Light"" Lind","49.99",""\r\n')
  })

  it.each(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])(
    'has no formula at the start of a field: %j',
    (sign) => {
      expect(write(`${sign}HYPERLINK(1)`)).toContain(`"'${sign}HYPERLINK(1)"`)
    },
  )

  it.each([
    ['a line feed', 'Ann\n=1+1', "Ann\n'=1+1"],
    ['a line break and spaces', 'Ann\r\n  =1+1', "Ann\r\n  '=1+1"],
    ['a carriage return', 'Ann\r@x', "Ann\r'@x"],
    ['a comma', 'Ann,=1+1', "Ann,'=1+1"],
    ['a semicolon', 'Ann;+1', "Ann;'+1"],
    ['a tab', 'Ann\t-1', "Ann\t'-1"],
    ['a tab at the start', '\t=1', "'\t'=1"],
    ['a quote', 'Ann"=1+1', 'Ann"\'=1+1'],
    ['a line separator', 'Ann\u2028=1', "Ann\u2028'=1"],
  ])('has none after %s', (_, text, expected) => {
    expect(neutralize(text)).toBe(expected)
  })

  it('leaves other text as it is', () => {
    for (const text of ['Anna-Lena Öst', 'me+you@example.test', '2026-11-22T00:00:00.000Z', 'f/8, 1/250 s', ''])
      expect(neutralize(text)).toBe(text)
  })
})
