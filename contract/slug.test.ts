import { describe, expect, it, test } from 'vitest'
import { parseSlugId, toClassPath, toInstructorPath, toSlug } from './slug.ts'

const ID = '0b8f7a52-6f0d-4a3e-9d2f-5f3a1c2b4d6e'

describe('a slug', () => {
  it.each([
    ['Night Harbour', 'night-harbour'],
    ['Façades with a Long Lens', 'facades-with-a-long-lens'],
    ['The Watchmaker’s Light', 'the-watchmakers-light'],
    ['  24/7: 100% Light!  ', '24-7-100-light'],
    ['Straße, Łódź, Øresund & Ærø', 'strasse-lodz-oresund-aero'],
    ['ﬁne ART', 'fine-art'],
    ['../../<script>', 'script'],
    ['夜の港', ''],
    ['---', ''],
  ])('of %j is %j', (name, slug) => {
    expect(toSlug(name)).toBe(slug)
  })

  it('has at most 60 characters and does not end with a hyphen', () => {
    expect(toSlug(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59))
    expect(toSlug('x'.repeat(200))).toHaveLength(60)
  })
})

test('a path contains slug and id, or the id alone where the name has no letters', () => {
  expect(toClassPath({ _id: ID, slug: 'night-harbour' })).toBe(`/classes/night-harbour-${ID}`)
  expect(toClassPath({ _id: ID, slug: '' })).toBe(`/classes/${ID}`)
  expect(toInstructorPath({ _id: ID, name: 'Ingrid Solheim' })).toBe(`/instructors/ingrid-solheim-${ID}`)
})

test.each([
  [`night-harbour-${ID}`, ID],
  [ID, ID],
  [`x${ID}`, null],
  [`${ID}-night`, null],
  ['night-harbour', null],
  ['', null],
])('the id in %j is %j', (text, id) => {
  expect(parseSlugId(text)).toBe(id)
})
