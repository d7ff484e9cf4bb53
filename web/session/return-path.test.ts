import { beforeAll, describe, expect, it, vi } from 'vitest'
import { rememberedChoice, rememberPath, returnPath } from './return-path.ts'

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
