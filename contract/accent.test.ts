import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ACCENT_SURFACES, chooseTextOn, findAccentProblem, findContrast, findDarkTone } from './accent.ts'

describe('the contrast of two colors', () => {
  it('is 21 for black on white and 1 for equal colors, in either order', () => {
    expect(findContrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(findContrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
    expect(findContrast('#777777', '#777777')).toBe(1)
  })

  it('is the one that other tools report', () => {
    expect(findContrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
    expect(findContrast('#c2410c', '#ffffff')).toBeCloseTo(5.18, 2)
  })
})

describe('an accent color', () => {
  it.each(['#c2410c', '#2f6f9f', '#1f7a4d', '#8b5cf6'])('%s stands out in the light theme', (accent) => {
    expect(findAccentProblem(accent)).toBeNull()
  })

  it.each([
    ['#f0a23a', 'is too light for the light theme: its contrast is 1.8 and must be 3. Choose a darker one.'],
    ['#ffffff', 'is too light for the light theme: its contrast is 1.0 and must be 3. Choose a darker one.'],
    ['red', 'must be # and six digits or letters from a to f, such as #2f6f9f'],
    ['#c2410', 'must be # and six digits or letters from a to f, such as #2f6f9f'],
    ['#c2410c;}', 'must be # and six digits or letters from a to f, such as #2f6f9f'],
  ])('%s %s', (accent, problem) => {
    expect(findAccentProblem(accent)).toBe(problem)
  })

  it.each(['#000000', '#1b1916', '#7f1d1d', '#0a2342'])(
    '%s, which is dark, has a lighter tone for the dark theme',
    (accent) => {
      expect(findAccentProblem(accent)).toBeNull()
      const tone = findDarkTone(accent)
      for (const surface of ACCENT_SURFACES.dark) expect(findContrast(tone, surface)).toBeGreaterThanOrEqual(3)
      for (const surface of ACCENT_SURFACES.dark) expect(findContrast(tone, surface)).toBeLessThan(4)
    },
  )

  it('that stands out in the dark theme is its own tone there', () => {
    expect(['#c2410c', '#8b5cf6', '#ffffff'].map(findDarkTone)).toEqual(['#c2410c', '#8b5cf6', '#ffffff'])
    expect(findDarkTone('#7f1d1d')).toMatch(/^#[a-f0-9]{6}$/)
  })

  it('has text on it whose contrast is at least 4.5, whatever the color', () => {
    const steps = ['00', '33', '66', '99', 'cc', 'ff']
    const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))
    expect(colors.filter((color) => findContrast(color, chooseTextOn(color)) < 4.5)).toEqual([])
  })

  it('is compared with the surfaces that web/theme.css defines', () => {
    const sheet = readFileSync(new URL('../web/theme.css', import.meta.url), 'utf8')
    for (const theme of ['light', 'dark'] as const) {
      const colors = sheet.slice(sheet.indexOf(`[data-theme="${theme}"]`))
      const read = (name: string) => new RegExp(`--color-${name}: (#[0-9a-f]{6})`).exec(colors)?.[1]
      expect([read('base-100'), read('base-200')]).toEqual(ACCENT_SURFACES[theme])
    }
  })
})
