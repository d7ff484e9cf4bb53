import { describe, expect, it } from 'vitest'
import { ImageUrl } from './fields.ts'

describe('the URL of an image', () => {
  it.each([
    '/pictures/demo/night-harbour/1600x1067-UklG_w.webp',
    '/pictures/nora.webp',
    'https://pictures.example/nora.jpg',
    'https://pictures.example:8443/a%20b.jpg?size=large&v=2#top',
    'HTTPS://PICTURES.EXAMPLE/A.JPG',
  ])('may be %s', (url) => {
    expect(ImageUrl.parse(url)).toBe(url)
  })

  it.each([
    '/\\evil.example/x',
    '\\\\evil.example/x',
    '//evil.example/x',
    '/\t/evil.example/x',
    '/\n/evil.example/x',
    '/pictures/a\u0000b.webp',
    '/pictures/a\u0085b.webp',
    '/pictures/a\u202eb.webp',
    '/pictures/../api/users',
    '/pictures/%2e%2e/api/users',
    '/pictures//evil.example/x',
    '/api/newsletter/unsubscribe?token=x',
    '/',
    'pictures/a.webp',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:image/svg+xml,x',
    'http://plain.example/a.png',
    'https:/evil.example/x',
    'https:\\\\evil.example\\x',
    'https://trusted.example\\@evil.example/x',
    'https://user:password@evil.example/x',
    'https://evil.example/a b.png',
    'https://evil.example/a"onerror="x',
    'https://',
    'https://[evil',
    '',
  ])('is never %j', (url) => {
    expect(ImageUrl.safeParse(url).success).toBe(false)
  })
})
