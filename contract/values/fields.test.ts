import { describe, expect, it } from 'vitest'
import { ImageUrl, MarkdownText } from './fields.ts'

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

describe('a Markdown text', () => {
  const messages = (text: string) => MarkdownText.safeParse(text).error?.issues.map(({ message }) => message) ?? []

  it('may have long lines, long URLs and no ASCII space in other scripts', () => {
    const url = `https://school.example/${'a'.repeat(2000)}`
    for (const text of [`word ${'words '.repeat(1600)}`, `[map](${url})`, '写真'.repeat(4000)])
      expect(messages(text)).toEqual([])
  })

  it('must not have a line or a run without spaces that its parser may take long for', () => {
    expect(messages('word '.repeat(2001))).toEqual(['must not have a line of more than 10,000 characters'])
    expect(messages(`one\n${'a'.repeat(2501)}`)).toEqual(['must not have more than 2,500 characters without a space'])
  })
})
