import { expect, test } from 'vitest'
import { type DraftConflict, findDifference, mergeDraft } from './draft-conflict.ts'

interface Draft {
  text: string
  links: { words: string; address: string }[]
}

const tides = { words: 'Tides', address: 'https://example.org/tides' }
const weather = { words: 'Weather', address: 'https://example.org/weather' }
const conflict = (change: Partial<DraftConflict<Draft>>): DraftConflict<Draft> => {
  const before = { text: 'Bring boots.', links: [tides] }
  return { before, now: before, mine: before, ...change }
}

test('a field that only the server changed is taken from the server', () => {
  const changed = conflict({ now: { text: 'Meet at the pier.', links: [tides] } })
  expect(findDifference(changed, 'text')).toBe('current')
  expect(findDifference(changed, 'links')).toBeNull()
  expect(mergeDraft(changed)).toEqual({ text: 'Meet at the pier.', links: [tides] })
})

test('a field that only the user changed stays', () => {
  const changed = conflict({ mine: { text: 'Bring boots.', links: [weather] } })
  expect(findDifference(changed, 'links')).toBe('mine')
  expect(mergeDraft(changed)).toEqual({ text: 'Bring boots.', links: [weather] })
})

test('of a field that both changed the draft stays, and the other field is merged', () => {
  const changed = conflict({
    now: { text: 'Meet at the pier.', links: [tides, weather] },
    mine: { text: 'Meet at the lighthouse.', links: [tides] },
  })
  expect(findDifference(changed, 'text')).toBe('mine')
  expect(findDifference(changed, 'links')).toBe('current')
  expect(mergeDraft(changed)).toEqual({ text: 'Meet at the lighthouse.', links: [tides, weather] })
})

test('the same change on both sides is no conflict', () => {
  const links = [weather, tides]
  expect(findDifference(conflict({ now: { text: '', links }, mine: { text: '', links } }), 'links')).toBeNull()
})

test('a field that nobody changed shows nothing', () => {
  expect(findDifference(conflict({}), 'text')).toBeNull()
})
