import { expect, test } from 'vitest'
import type { SchoolClass } from '#contract/classes.ts'
import { type ClassConflict, findDifference, mergeDraft } from './class-conflict.ts'
import { findChanges, toDraft } from './class-draft.ts'

const before: SchoolClass = {
  _id: '1',
  className: 'Storm Light',
  classImage: '/pictures/storm.jpg',
  instructorName: 'Ingrid Solheim',
  instructorImage: null,
  instructorEmail: 'instructor@demo.school',
  instructorId: '2',
  price: 175,
  seats: 4,
  status: 'approve',
  feedback: 'no feedback',
  enroll: 2,
  runs: [],
  created_at: 0,
  level: 'any',
  slug: 'storm-light',
  description: 'Wind.',
  bring: '',
  outcome: '',
}
const afterSale = { ...before, seats: 3, enroll: 3 }

function conflict(now: SchoolClass, edits: Partial<ReturnType<typeof toDraft>>): ClassConflict {
  return { before, now, mine: { ...toDraft(before), ...edits } }
}

test('a field that only the server changed is taken from the server', () => {
  const sale = conflict(afterSale, { className: 'Storm Light at Noon' })
  expect(findDifference(sale, 'seats')).toBe('current')
  expect(mergeDraft(sale)).toMatchObject({ className: 'Storm Light at Noon', seats: '3', price: '175' })
})

test('of a field that both changed the edit stays, and the form offers the choice', () => {
  const sale = conflict(afterSale, { seats: '8' })
  expect(findDifference(sale, 'seats')).toBe('mine')
  expect(mergeDraft(sale).seats).toBe('8')
})

test('a field that both changed alike, or nobody changed, shows nothing', () => {
  const sale = conflict(afterSale, { seats: '3' })
  expect(findDifference(sale, 'seats')).toBeNull()
  expect(findDifference(sale, 'price')).toBeNull()
})

test('an edited field that the server left alone offers the choice, and stays', () => {
  const sale = conflict(afterSale, { price: '180' })
  expect(findDifference(sale, 'price')).toBe('mine')
  expect(mergeDraft(sale).price).toBe('180')
})

test('only changed fields are sent', async () => {
  const { description = '', bring = '', outcome = '', level } = before
  const texts = { exposure: '', description, bring, outcome, level, terms_id: '' }
  const draft = { className: 'Storm Light', image: null, seats: 8, price: 175, ...texts }
  expect(await findChanges(draft, before)).toEqual({ seats: 8 })
  expect(await findChanges({ ...draft, seats: 4 }, before)).toEqual({})
  expect(await findChanges({ ...draft, seats: 4, terms_id: 't' }, before)).toEqual({ terms_id: 't' })
  expect(await findChanges({ ...draft, seats: 4 }, { ...before, terms_id: 't' })).toEqual({ terms_id: null })
  expect(await findChanges({ ...draft, seats: 4, level: 'advanced', description: 'Rain.' }, before)).toEqual({
    level: 'advanced',
    description: 'Rain.',
  })
  expect(await findChanges({ ...draft, className: 'Noon', seats: 4, price: 1 }, before)).toEqual({
    className: 'Noon',
    price: 1,
  })
})
