import { expect, test } from 'vitest'
import { z } from 'zod'
import { createDraftFields, requiredImage } from './class-draft.rules.ts'

const Draft = z.object({ image: requiredImage, ...createDraftFields('usd') })
const VALID = {
  image: {},
  className: 'Grain',
  seats: '6',
  price: '19.99',
  level: 'any',
  exposure: '',
  camera: '',
  focus: '',
  alt: '',
  caption: '',
  description: '',
  bring: '',
  outcome: '',
  terms_id: '',
  image2: null,
  focus2: '',
  alt2: '',
  image3: null,
  focus3: '',
  alt3: '',
}

function check(change: Partial<Record<keyof typeof VALID, unknown>>): string[] {
  const { success, data, error } = Draft.safeParse({ ...VALID, ...change })
  return success ? [`${data.className} ${data.seats} ${data.price}`] : error.issues.map(({ message }) => message)
}

test('typed texts become a name without spaces around it, and numbers', () => {
  expect(check({ className: ' Grain ' })).toEqual(['Grain 6 19.99'])
  expect(check({ seats: '0' })).toEqual(['Grain 0 19.99'])
})

test('every empty field says that it is required', () => {
  expect(check({ image: null, className: ' ', seats: '', price: '' })).toEqual([
    'photo is required',
    'name is required',
    'seats is required',
    'price is required',
  ])
})

test('a name has at most 200 characters', () => {
  expect(check({ className: 'x'.repeat(201) })).toEqual(['name should have at most 200 characters'])
})

test('the texts of the page have limits, and are stored without spaces around them', () => {
  expect(check({ description: 'x'.repeat(5001), bring: 'x'.repeat(2001), outcome: 'x'.repeat(2001) })).toEqual([
    'description should have at most 5,000 characters',
    'what to bring should have at most 2,000 characters',
    'what students make should have at most 2,000 characters',
  ])
  expect(Draft.parse({ ...VALID, description: ' Fog. \n' }).description).toBe('Fog.')
})

test.each(['2.5', '-1', '10001', 'many'])('%s is not a number of seats', (seats) => {
  expect(check({ seats })).toEqual(['seats must be a whole number from 0 to 10,000'])
})

test.each([
  ['0.49', 'price must be at least $0.50'],
  ['19.999', 'price is unclear: write 19999.00 or 19.99'],
  ['free', 'price must be an amount, such as 1250.50'],
])('a price of %s is rejected: %s', (price, message) => {
  expect(check({ price })).toEqual([message])
})

test.each(['149,50', '149.50', ' $149.5 '])('the price %j is read as 149.5', (price) => {
  expect(Draft.parse({ ...VALID, price }).price).toBe(149.5)
})
