import { describe, expect, it } from 'vitest'
import { FOCUS, formatFocus, parseFocus, WHOLE } from './focus.ts'

describe('a focal point', () => {
  it('is two whole percentages, or blank for the middle', () => {
    expect(parseFocus('30% 60%')).toEqual({ x: 30, y: 60 })
    expect(parseFocus('0% 100%')).toEqual({ x: 0, y: 100 })
    for (const middle of ['', undefined]) expect(parseFocus(middle)).toEqual({ x: 50, y: 50 })
  })

  it('may be the whole image, whose middle it is where only a part is shown', () => {
    expect(WHOLE).toMatch(FOCUS)
    expect(parseFocus(WHOLE)).toEqual({ x: 50, y: 50 })
  })

  it.each([
    'wholes',
    'whole 30% 60%',
    '101% 0%',
    '-1% 0%',
    '1.5% 2%',
    '05% 1%',
    '30%',
    '30% 60% ',
    'left top',
    '30% 60%;color:red',
  ])('is never %j', (text) => {
    expect(text).not.toMatch(FOCUS)
    expect(parseFocus(text)).toEqual({ x: 50, y: 50 })
  })

  it('lies within its image', () => {
    expect(formatFocus({ x: -3, y: 104.2 })).toBe('0% 100%')
    expect(formatFocus({ x: 33.4, y: 66.6 })).toBe('33% 67%')
  })
})
