import { describe, expect, it } from 'vitest'
import { renderEmailMarkdown } from './markdown.ts'
import { toEmailText } from './markdown-text.ts'

const ORIGIN = 'https://school.example'
const IMAGE = '/pictures/fog/1600x1067-UklGRg.webp'

describe('the Markdown of an e-mail', () => {
  it('as HTML has absolute links, and images in a size that every mail program shows', () => {
    expect(renderEmailMarkdown(`[us](/classes) ![Fog](${IMAGE})`, ORIGIN)).toBe(
      `<p><a href="${ORIGIN}/classes">us</a> <img src="${ORIGIN}/pictures/fog/960.jpg" alt="Fog" width="600" style="max-width: 100%; height: auto"></p>`,
    )
    expect(renderEmailMarkdown('![Fog](/pictures/fog/1600x1067-UklGRg--p3.webp)', ORIGIN)).toContain(
      `src="${ORIGIN}/pictures/fog/960.jpg"`,
    )
  })

  it.each([
    '![x](https://tracker.example/1x1-x.webp)',
    '<img src=x>',
    '[x](javascript:alert(1))',
    '[x](//evil.example)',
  ])('as HTML has no tag or link for %j', (markdown) =>
    expect(renderEmailMarkdown(markdown, ORIGIN)).not.toMatch(/<img|<a /),
  )

  it.each([
    ['# Fog\n\nOne\ntwo **three**', 'Fog\n\nOne\ntwo three'],
    [
      '[us](/classes), [x](https://x.example/a), [m](mailto:a@b.example)',
      'us (https://school.example/classes), x (https://x.example/a), m (a@b.example)',
    ],
    ['<https://x.example/a>', 'https://x.example/a'],
    ['- one\n- two\n  - three', '- one\n- two\n\n  - three'],
    ['3. a\n4. b', '3. a\n4. b'],
    ['> quoted\n> twice', '> quoted\n> twice'],
    [`![Fog](${IMAGE})`, '[Fog]'],
    ['a\n\n---\n\n`f/8` & <b>x</b>', 'a\n\n-----\n\nf/8 & <b>x</b>'],
  ])('as text: %j', (markdown, text) => {
    expect(toEmailText(markdown, ORIGIN)).toBe(text)
  })

  it('as text takes no long time for marks inside one another', () => {
    const begun = performance.now()
    toEmailText('> - '.repeat(5_000), ORIGIN)
    toEmailText('[**'.repeat(5_000), ORIGIN)
    expect(performance.now() - begun).toBeLessThan(2_000)
  })
})
