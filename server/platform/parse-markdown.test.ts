import { describe, expect, it } from 'vitest'
import { toStoredText } from '#server/domains/pages/page-images.ts'
import { renderMarkdown } from './markdown.ts'
import { isSlowMarkdown, parseMarkdown } from './parse-markdown.ts'

/** It takes some 10 ms. */
const LONG = 'Words and **more** words.\n\n'.repeat(1900)

describe('Markdown that takes too long', () => {
  it('is shown as plain paragraphs', () => {
    const tokens = parseMarkdown(LONG, 1)
    expect(tokens.length).toBe(1900)
    expect(tokens[0]).toMatchObject({
      type: 'paragraph',
      tokens: [{ type: 'text', text: 'Words and **more** words.' }],
    })
  })

  it('is refused when a page or a newsletter is saved', () => {
    expect(isSlowMarkdown(LONG, 1)).toBe(true)
    expect(() => toStoredText(LONG, 'https://school.example', 1)).toThrow('takes too long to format')
  })

  it('does not disturb the next text', () => {
    parseMarkdown(LONG, 1)
    expect(renderMarkdown('**Fog**')).toBe('<p><strong>Fog</strong></p>')
  })
})

it('Markdown of the greatest length is in time', () => {
  expect(isSlowMarkdown(LONG)).toBe(false)
  expect(toStoredText(LONG, 'https://school.example')).toBe(LONG)
})
