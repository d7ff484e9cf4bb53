import { expect, test } from 'vitest'
import type { SchoolClass } from '#contract/classes.ts'
import { findChanges } from './class-draft.ts'

const stored: SchoolClass = {
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
test('only changed fields are sent', async () => {
  const { description = '', bring = '', outcome = '', level } = stored
  const texts = { exposure: '', description, bring, outcome, level, terms_id: '' }
  const draft = { className: 'Storm Light', image: null, seats: 8, price: 175, ...texts }
  expect(await findChanges(draft, stored)).toEqual({ seats: 8 })
  expect(await findChanges({ ...draft, seats: 4 }, stored)).toEqual({})
  expect(await findChanges({ ...draft, seats: 4, level: 'advanced', description: 'Rain.' }, stored)).toEqual({
    level: 'advanced',
    description: 'Rain.',
  })
  expect(await findChanges({ ...draft, seats: 4, terms_id: 't' }, stored)).toEqual({ terms_id: 't' })
  expect(await findChanges({ ...draft, seats: 4 }, { ...stored, terms_id: 't' })).toEqual({ terms_id: null })
  expect(await findChanges({ ...draft, className: 'Noon', seats: 4, price: 1 }, stored)).toEqual({
    className: 'Noon',
    price: 1,
  })
})
