import { describe, expect, it } from 'vitest'
import { toStorable } from './rules.ts'

describe('the name that a sign-in provider reports', () => {
  it('is stored on one line, without what would turn the text around it', () => {
    expect(toStorable({ name: '\u2067Eve\n\u202egnp.exe ' }).name).toBe('Eve gnp.exe')
  })
})
