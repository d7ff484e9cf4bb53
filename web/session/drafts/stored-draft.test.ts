import { beforeEach, describe, expect, it, vi } from 'vitest'
import { discardDraft, loadDraft, storeDraft } from './stored-draft.ts'

const [ADA, EVE] = ['ada@example.test a class', 'eve@example.test a class']
const FIRST = { name: '', seats: '6', published: true, image: null, links: [] as { words: string }[] }
const SHAPE = { ...FIRST, links: [{ words: '' }] }
const DAY = 24 * 3_600_000
let items: Map<string, string>
beforeEach(() => {
  items = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
  })
  return () => vi.unstubAllGlobals()
})

describe('the stored draft of a form', () => {
  it('is what its user has changed, until it is discarded, and nobody else’s', () => {
    storeDraft(ADA, { ...FIRST, name: 'Fog', published: false, links: [{ words: 'Tides' }] }, FIRST)
    const typed = { name: 'Fog', published: false, links: [{ words: 'Tides' }] }
    expect(loadDraft(ADA, FIRST, SHAPE)).toEqual({ typed, isOutdated: false, hadFile: false })
    expect(loadDraft(EVE, FIRST, SHAPE)).toBeNull()
    discardDraft(ADA)
    expect(loadDraft(ADA, FIRST, SHAPE)).toBeNull()
  })

  it('is none where every field is as it was', () => {
    storeDraft(ADA, { ...FIRST, name: 'Fog' }, FIRST)
    storeDraft(ADA, FIRST, FIRST)
    expect(items.size).toBe(0)
  })

  it('leaves fields alone that only others have changed, and says where both have', () => {
    storeDraft(ADA, { ...FIRST, name: 'Fog' }, FIRST)
    expect(loadDraft(ADA, { ...FIRST, seats: '5' }, SHAPE)).toMatchObject({ typed: { name: 'Fog' }, isOutdated: false })
    expect(loadDraft(ADA, { ...FIRST, name: 'Mist' }, SHAPE)).toMatchObject({ isOutdated: true })
  })

  it('says that a file was chosen, and stores none', () => {
    storeDraft(ADA, { ...FIRST, name: 'Fog', image: { file: 'night.jpg' } }, FIRST)
    expect(loadDraft(ADA, FIRST, SHAPE)).toEqual({ typed: { name: 'Fog' }, isOutdated: false, hadFile: true })
    storeDraft(ADA, { ...FIRST, image: { file: 'night.jpg' } }, FIRST)
    expect(items.size).toBe(0)
  })

  it('does not go by the keys of rows, which differ each time', () => {
    const first = { rows: [{ key: '1', text: '' }] }
    storeDraft(ADA, { rows: [{ key: '2', text: '' }] }, first)
    expect(items.size).toBe(0)
    storeDraft(ADA, { rows: [{ key: '1', text: 'Fog' }] }, first)
    expect(loadDraft(ADA, { rows: [{ key: '9', text: '' }] })).toMatchObject({ isOutdated: false })
  })

  it('is forgotten after 30 days, also where its form is never opened again', () => {
    for (const name of [ADA, EVE]) storeDraft(name, { ...FIRST, name: 'Fog' }, FIRST, 0)
    items.set('theme', 'dark')
    expect(loadDraft(ADA, FIRST, SHAPE, 30 * DAY - 1)).not.toBeNull()
    expect(loadDraft(ADA, FIRST, SHAPE, 30 * DAY)).toBeNull()
    expect([...items.keys()]).toEqual(['theme'])
  })

  it.each([
    'no JSON',
    '7',
    '{}',
    'null',
    '{"until":9e15}',
    '{"until":9e15,"typed":7,"first":{}}',
    '{"until":9e15,"typed":{"name":7,"published":"yes","image":"x","links":[7],"other":"x"},"first":{}}',
    '{"until":9e15,"typed":{"links":{"0":"x"},"name":null},"first":{}}',
    '{"until":9e15,"typed":{"links":[{"words":7}]},"first":{}}',
  ])('is none where %s is stored', (text) => {
    items.set(`draft: ${ADA}`, text)
    expect(loadDraft(ADA, FIRST, SHAPE)).toBeNull()
  })

  it('is none where the browser forbids to store', () => {
    vi.stubGlobal('localStorage', undefined)
    storeDraft(ADA, { ...FIRST, name: 'Fog' }, FIRST)
    expect(loadDraft(ADA, FIRST, SHAPE)).toBeNull()
  })
})
