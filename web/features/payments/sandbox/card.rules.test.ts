import { describe, expect, it } from 'vitest'
import { Card, formatExpiry, formatNumber } from './card.rules.ts'

const VALID = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' }

function findMessages(input: Partial<typeof VALID>): string[] {
  return Card.safeParse({ ...VALID, ...input }).error?.issues.map(({ message }) => message) ?? []
}

describe('a card number is spaced', () => {
  it.each([
    ['', ''],
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 x4242', '4242 4242 4242'],
    ['37', '37'],
    ['3782', '3782'],
    ['378282', '3782 82'],
    ['37828224631', '3782 822463 1'],
    ['378282246310005', '3782 822463 10005'],
    ['3782822463100059', '3782 822463 10005'],
    ['1234567890123456789012', '1234 5678 9012 3456 789'],
  ])('%s as %s', (typed, spaced) => {
    expect(formatNumber(typed)).toBe(spaced)
  })
})

describe('an expiry date is completed', () => {
  it.each([
    ['1', '1'],
    ['2', '02'],
    ['12', '12'],
    ['123', '12 / 3'],
    ['1234', '12 / 34'],
    ['934', '09 / 34'],
    ['12 / 34', '12 / 34'],
    ['12345', '12 / 34'],
  ])('%s as %s', (typed, completed) => {
    expect(formatExpiry(typed)).toBe(completed)
  })
})

describe('the card form', () => {
  it('reads a valid card', () => {
    expect(Card.parse(VALID)).toEqual({
      number: '4242424242424242',
      expiry: { month: '12', year: '2034' },
      cvc: '123',
    })
  })

  it('reports all that is missing at once', () => {
    expect(findMessages({ number: '', expiry: '', cvc: '' })).toEqual([
      'Your card number is incomplete.',
      "Your card's expiration date is incomplete.",
      "Your card's security code is incomplete.",
    ])
  })

  it.each(['13 / 34', '00 / 34', '12 / 3'])('refuses the expiry date %s', (expiry) => {
    expect(findMessages({ expiry })).toEqual(["Your card's expiration date is incomplete."])
  })

  it('asks for four digits of an American Express code, and for three of any other', () => {
    expect(findMessages({ number: '3782 822463 10005', cvc: '123' })).toHaveLength(1)
    expect(findMessages({ number: '3782 822463 10005', cvc: '1234' })).toEqual([])
    expect(findMessages({ cvc: '1234' })).toHaveLength(1)
  })
})
