import { describe, expect, it } from 'vitest'
import { Material } from './materials.ts'

const parseLink = (address: string) => Material.safeParse({ text: '', links: [{ words: 'Tides', address }] })

describe('the URL of a link in the material', () => {
  it.each([
    ['example.org/tides', 'https://example.org/tides'],
    ['www.example.org', 'https://www.example.org'],
    ['example.org:8443/tides', 'https://example.org:8443/tides'],
    [' example.org?a=b:c ', 'https://example.org?a=b:c'],
    ['https://example.org', 'https://example.org'],
  ])('%s becomes %s', (address, completed) => {
    expect(parseLink(address).data?.links[0]?.address).toBe(completed)
  })

  it.each([
    'http://example.org',
    'ftp://example.org',
    'javascript:alert(1).x',
    'data:text/html,x.y',
    'mailto:a@example.org',
    '//example.org',
    '/path.html',
    'nowhere',
    'two words.org',
    '',
  ])('%s is refused', (address) => {
    expect(parseLink(address).success).toBe(false)
  })
})
