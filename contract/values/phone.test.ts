import { describe, expect, it } from 'vitest'
import { isPhoneNumber, toPhoneUrl } from './phone.ts'

describe('a phone number', () => {
  it.each(['+41 44 123 45 67', '(030) 123-45/67', '020.7946.0018', '1234'])('may be written as %s', (text) => {
    expect(isPhoneNumber(text)).toBe(true)
  })

  it.each(['', '123', '+', 'call me', '44+123456', '044\n123456'])('is not %j', (text) => {
    expect(isPhoneNumber(text)).toBe(false)
  })

  it.each([
    ['+49 (0)30 1234-567', 'tel:+49301234567'],
    ['(030) 12 34', 'tel:0301234'],
    ['(0)30 1234', 'tel:0301234'],
  ])('%s is called at %s', (phone, url) => {
    expect(toPhoneUrl(phone)).toBe(url)
  })
})
