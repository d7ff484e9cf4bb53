/**
 * Renders Markdown as HTML that is safe on our pages. marked only parses: every tag is written here, so that no tag, attribute or
 * scheme beyond these can appear, whatever the text contains.
 */
import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml } from './html.ts'

const parser = new Marked({ gfm: true })

/** Quotes and lists inside one another. Deeper ones are left out. */
const MAX_DEPTH = 8

/** The page has the first level, and the sections that contain the text the second. */
const FIRST_HEADING = 3
const LAST_HEADING = 6

/** Tags around the rendered content of a token. */
const WRAPPERS: Record<string, string> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  strong: 'strong',
  em: 'em',
  del: 's',
}

/** Returns Markdown as HTML. Raw HTML appears as text; images appear as their description. */
export function renderMarkdown(markdown: string): string {
  return renderAll(parser.lexer(limitNesting(markdown)), 0)
}

/** Returns the words of Markdown on one line, for descriptions and feeds. */
export function toPlainText(markdown: string): string {
  return toWords(parser.lexer(limitNesting(markdown)), 0)
    .replace(/\s+/g, ' ')
    .trim()
}

/** The marks of quotes and lists at the start of a line. */
const BLOCK_MARKS = /^(?:[ \t]*(?:>|[*+-](?=[ \t])|\d{1,9}[.)](?=[ \t]))){9,}/gm
const FIRST_BLOCK_MARKS = /^(?:[ \t]*(?:>|[*+-]|\d{1,9}[.)])){8}/

/** Marks of spans in one block, beside those of lists: more than any text needs. */
const MAX_MARKS = 300
const SPAN_MARK = /[*_~`[\]<](?![ \t])/g

/**
 * Shortens what opens many blocks or spans inside one another. The parser takes quadratic time for it, up to two seconds for 5,000
 * characters, and a call for each level, which exhausts the stack.
 */
function limitNesting(markdown: string): string {
  return markdown
    .split(/(\n[ \t]*\n)/)
    .map(limitMarks)
    .join('')
    .replace(BLOCK_MARKS, (marks) => `${FIRST_BLOCK_MARKS.exec(marks)?.[0] ?? ''} `)
    .replace(/([>*+_~[\]()!`<|-][ \t]*)\1{15,}/g, (run) => run.slice(0, 32))
}

function limitMarks(block: string): string {
  let count = 0
  return block.replace(SPAN_MARK, (mark) => (++count > MAX_MARKS ? '' : mark))
}

function renderAll(tokens: Token[] | undefined, depth: number): string {
  return depth > MAX_DEPTH ? '' : (tokens ?? []).map((token) => render(token as Tokens.Generic, depth)).join('')
}

function render(token: Tokens.Generic, depth: number): string {
  const inner = () => renderAll(token.tokens, depth + 1)
  const wrapper = WRAPPERS[token.type]
  if (wrapper) return `<${wrapper}>${inner()}</${wrapper}>`
  switch (token.type) {
    case 'heading': {
      const level = Math.min(FIRST_HEADING - 1 + Number(token.depth), LAST_HEADING)
      return `<h${level}>${inner()}</h${level}>`
    }
    case 'list':
      return renderList(token as Tokens.List, depth)
    case 'link':
      return renderLink(token as Tokens.Link, inner())
    case 'image':
      return escapeHtml(token.text)
    case 'code':
      return `<pre><code>${escapeHtml(token.text)}</code></pre>`
    case 'codespan':
      return `<code>${escapeHtml(token.text)}</code>`
    case 'br':
      return '<br>'
    case 'hr':
      return '<hr>'
    case 'space':
    case 'def':
    case 'checkbox':
      return ''
    default:
      return token.tokens ? inner() : escapeHtml(token.type === 'escape' ? token.text : token.raw)
  }
}

function renderList({ ordered, start, items }: Tokens.List, depth: number): string {
  const rows = items.map(({ tokens }) => `<li>${renderAll(tokens, depth + 1)}</li>`).join('')
  if (!ordered) return `<ul>${rows}</ul>`
  return `<ol${Number(start) > 1 ? ` start="${Number(start)}"` : ''}>${rows}</ol>`
}

/** Writes a link to a web or e-mail address. Any other link is its text. */
function renderLink({ href }: Tokens.Link, label: string): string {
  const url = URL.canParse(href) ? new URL(href) : null
  if (!url || !['https:', 'http:', 'mailto:'].includes(url.protocol)) return label
  return `<a href="${escapeHtml(url.href)}" rel="nofollow noopener">${label}</a>`
}

/** Tokens that end a line of text. */
const BLOCKS = new Set(['paragraph', 'heading', 'list_item', 'code', 'br', 'blockquote', 'text'])

function toWords(tokens: Token[] | undefined, depth: number): string {
  if (depth > MAX_DEPTH) return ''
  return (tokens ?? [])
    .map((token) => {
      const { type, tokens: inner, items, text, raw } = token as Tokens.Generic
      if (type === 'space' || type === 'hr' || type === 'def' || type === 'html') return ' '
      const words = inner || items ? toWords(inner ?? items, depth + 1) : (text ?? raw ?? '')
      return BLOCKS.has(type) && type !== 'text' ? `${words} ` : words
    })
    .join('')
}
