import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EMPTY_DRAFT } from './class-draft.ts'
import { discardDraft, loadDraft, storeDraft } from './stored-draft.ts'

const [ADA, EVE] = ['ada@example.test', 'eve@example.test']
const DAY = 24 * 3_600_000
let items: Map<string, string>
beforeEach(() => {
  items = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

describe('the stored draft of a class', () => {
  it('is what its user typed, until it is discarded, and nobody else’s', () => {
    storeDraft(ADA, { ...EMPTY_DRAFT, className: 'Fog', seats: '8' })
    expect(loadDraft(ADA)).toMatchObject({ className: 'Fog', seats: '8', level: 'any', price: '' })
    expect(loadDraft(EVE)).toBeNull()
    discardDraft(ADA)
    expect(loadDraft(ADA)).toBeNull()
  })

  it('is none where all fields are empty again', () => {
    storeDraft(ADA, { ...EMPTY_DRAFT, className: 'Fog' })
    storeDraft(ADA, EMPTY_DRAFT)
    expect(items.size).toBe(0)
  })

  it('is forgotten after 30 days', () => {
    storeDraft(ADA, { ...EMPTY_DRAFT, className: 'Fog' }, 0)
    expect(loadDraft(ADA, 30 * DAY - 1)).not.toBeNull()
    expect(loadDraft(ADA, 30 * DAY)).toBeNull()
  })

  it.each(['no JSON', '7', '{}', 'null', '{"until":9e15}', '{"until":9e15,"typed":{"className":7,"seats":"3"}}'])(
    'is made of texts only where %s is stored',
    (text) => {
      items.set(`draft of a class: ${ADA}`, text)
      for (const value of Object.values(loadDraft(ADA) ?? {})) expect(value).toBeTypeOf('string')
    },
  )

  it('is none where the browser forbids to store', () => {
    vi.stubGlobal('localStorage', undefined)
    storeDraft(ADA, { ...EMPTY_DRAFT, className: 'Fog' })
    expect(loadDraft(ADA)).toBeNull()
  })
})
