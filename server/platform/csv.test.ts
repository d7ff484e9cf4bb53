import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutralize, parseCsv, restoreText, toCsv, toCsvRows } from './csv.ts'

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

describe('a CSV file that is read back', () => {
  const signs = fc.constantFrom(...'=+-@\t\r\n\'" ,;a＝\u2028')
  const field = fc.oneof(fc.string({ unit: signs }), fc.string({ unit: 'binary' }), fc.constant(null))

  it('gives back every text, whatever looked like a formula or like its escape', () => {
    fc.assert(
      fc.property(fc.string({ unit: signs }), (text) => restoreText(neutralize(text)) === text),
      { numRuns: 2_000 },
    )
    for (const text of ["'=1", "''=1", "=1'", "'", '=', "a\n '@"]) expect(restoreText(neutralize(text))).toBe(text)
  })

  it('has no formula, even in a text that has an escape already', () => {
    expect(neutralize("'=1")).toBe("''=1")
  })

  it('keeps null and empty texts apart, and every line break', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constant('x'), field, field), { minLength: 1 }), async (rows) => {
        const content = Readable.from([Buffer.from(`\ufeff${toCsvRows(rows)}`)])
        const read: (string | null)[][] = []
        for await (const row of parseCsv(content)) read.push(row)
        expect(read).toEqual(rows)
      }),
    )
  })
})
