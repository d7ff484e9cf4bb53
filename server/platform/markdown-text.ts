/** Writes Markdown as plain text for the alternative of an e-mail: with its lines, and with the URL of each link. */

import type { Token, Tokens } from 'marked'
import { joinParts } from '#contract/values/join-parts.ts'
import { readPath } from './markdown.ts'
import { parseMarkdown } from './parse-markdown.ts'

/** Deeper quotes and lists are left out, as in HTML. */
const MAX_DEPTH = 8

/** Returns the text. @param origin comes before paths of our own */
export function toEmailText(markdown: string, origin: string): string {
  return writeEmailTokens(parseMarkdown(markdown), origin)
}

/** Returns the text of parsed Markdown. @param origin comes before paths of our own */
export function writeEmailTokens(tokens: Token[], origin: string): string {
  return writeBlocks(tokens, origin, 0)
}

function writeBlocks(tokens: Token[], origin: string, depth: number): string {
  if (depth > MAX_DEPTH) return ''
  const blocks = tokens.map((token) => writeBlock(token as Tokens.Generic, origin, depth).trimEnd())
  return joinParts(blocks, '\n\n')
}

function writeBlock(token: Tokens.Generic, origin: string, depth: number): string {
  switch (token.type) {
    case 'list':
      return writeList(token as Tokens.List, origin, depth)
    case 'blockquote':
      return indent(writeBlocks(token.tokens ?? [], origin, depth + 1), '> ', '> ')
    case 'hr':
      return '-----'
    case 'space':
    case 'def':
    case 'checkbox':
      return ''
    default:
      return writeSpan(token, origin, depth)
  }
}

function writeList({ ordered, start, items }: Tokens.List, origin: string, depth: number): string {
  const rows = items.map(({ tokens }, index) => {
    const mark = ordered ? `${Number(start) + index}. ` : '- '
    return indent(writeBlocks(tokens, origin, depth + 1), mark, ' '.repeat(mark.length))
  })
  return rows.join('\n')
}

function indent(text: string, first: string, others: string): string {
  const lines = text.split('\n').map((line, index) => (index === 0 ? first : others) + line)
  return lines.map((line) => line.trimEnd()).join('\n')
}

function writeSpan(token: Tokens.Generic, origin: string, depth: number): string {
  if (depth > MAX_DEPTH) return ''
  const { type, tokens, text, raw } = token
  const inner = tokens?.map((each) => writeSpan(each as Tokens.Generic, origin, depth + 1)).join('')
  if (type === 'br') return '\n'
  if (type === 'image') return text ? `[${text}]` : ''
  if (type === 'link') return writeLink(inner ?? '', (token as Tokens.Link).href, origin)
  return inner ?? (type === 'html' ? raw : text) ?? ''
}

function writeLink(label: string, href: string, origin: string): string {
  const path = readPath(href)
  const url = path === null ? href.replace(/^mailto:/, '') : origin + path
  return label === '' || label === url ? url : `${label} (${url})`
}
