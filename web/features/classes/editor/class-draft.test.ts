import { expect, test } from 'vitest'
import type { SchoolClass } from '#contract/classes.ts'
import type { ImageUpload } from '#web/features/images/image-upload.ts'
import { findChanges, toDraft } from './class-draft.ts'

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
  const about = { exposure: '', camera: '', focus: '', alt: '', caption: '' }
  const further = { image2: null, focus2: '', alt2: '', image3: null, focus3: '', alt3: '' }
  const texts = { ...about, ...further, description, bring, outcome, level, terms_id: '' }
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

test('a new image is sent with what is said about it, changed or not', async () => {
  const described = { ...stored, focus: '30% 60%', alt: 'A pier in fog', caption: 'The pier' }
  const image = { url: async () => '/pictures/new.jpg' } as ImageUpload
  const { seats, price } = described
  const draft = { ...toDraft(described), image, seats, price }
  expect(await findChanges({ ...draft, focus: '' }, described)).toEqual({
    classImage: '/pictures/new.jpg',
    focus: '',
    alt: 'A pier in fog',
    caption: 'The pier',
    camera: '',
  })
})

test('a further image is sent with its text, one that is removed without', async () => {
  const described = { ...stored, classImage2: '/pictures/pier.webp', focus2: '30% 60%', alt2: 'A pier' }
  const { seats, price } = described
  const draft = { ...toDraft(described), image: null, seats, price }
  expect(draft).toMatchObject({ image2: null, focus2: '30% 60%', alt2: 'A pier', alt3: '' })
  expect(await findChanges({ ...draft, alt2: 'The pier' }, described)).toEqual({ alt2: 'The pier' })
  expect(await findChanges({ ...draft, image2: 'remove' }, described)).toEqual({ classImage2: '' })
  const image3 = { url: async () => '/pictures/new.webp' } as ImageUpload
  expect(await findChanges({ ...draft, image3, alt3: 'A gull' }, described)).toEqual({
    classImage3: '/pictures/new.webp',
    focus3: '',
    alt3: 'A gull',
  })
})
