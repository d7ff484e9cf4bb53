import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadWayBack, rememberedChoice, rememberPath, returnPath, storeWayBack } from './return-path.ts'

beforeAll(() => {
  vi.stubGlobal('location', { origin: 'https://school.example' })
  return () => vi.unstubAllGlobals()
})

describe('the page to go back to after signing in', () => {
  it('is the one that one came from, with its query and place, and the class that one had in mind', () => {
    const state = rememberPath({ pathname: '/classes', search: '?instructor=a', hash: '#b' }, 'class-1')
    expect(returnPath(state)).toBe('/classes?instructor=a#b')
    expect(rememberedChoice(state)).toBe('class-1')
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'evil.example',
    '/login',
    '/signup',
    '',
    7,
    null,
  ])('is the home page for %j', (from) => {
    expect(returnPath({ from })).toBe('/')
  })

  it.each([undefined, null, 'text', {}])('is the home page where nothing is remembered: %j', (state) => {
    expect(returnPath(state)).toBe('/')
    expect(rememberedChoice(state)).toBeNull()
  })
})

describe('the stored way back, for a link of an e-mail in another tab', () => {
  const HOUR = 3_600_000
  const state = rememberPath({ pathname: '/classes/fog', search: '', hash: '' }, 'run-1')
  let items: Map<string, string>
  beforeEach(() => {
    items = new Map()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
    })
  })

  it('is the page and the chosen class, for an hour', () => {
    storeWayBack(state, 0)
    expect(loadWayBack(HOUR - 1)).toEqual({ from: '/classes/fog', choiceId: 'run-1' })
    expect(loadWayBack(HOUR)).toBeNull()
  })

  it('is not replaced by a visit that came from nowhere', () => {
    storeWayBack(state, 0)
    storeWayBack(null, 1)
    expect(loadWayBack(1)?.choiceId).toBe('run-1')
  })

  it.each(['/change-email?token=secret', '/invitation?a=b&token=secret#c'])(
    'is never the link of an e-mail: %s',
    (from) => {
      storeWayBack({ from })
      expect(items.size).toBe(0)
    },
  )

  it.each(['no JSON', '7', 'null', '{}', '{"until":"9e99","from":"/a"}'])('is none where %s is stored', (text) => {
    items.set('wayBack', text)
    expect(loadWayBack(0)).toBeNull()
  })

  it('leads to no other origin, whatever is stored', () => {
    items.set('wayBack', JSON.stringify({ from: '//evil.example', until: 9e15 }))
    expect(loadWayBack()).toEqual({ from: '/', choiceId: null })
  })

  it('is none where the browser forbids to store', () => {
    vi.stubGlobal('localStorage', undefined)
    storeWayBack(state)
    expect(loadWayBack()).toBeNull()
  })
})
