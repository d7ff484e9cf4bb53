/** Parses Markdown, in limited time. */
import { createContext, Script } from 'node:vm'
import { Marked, type Token, type Tokens } from 'marked'

const parser = new Marked({ gfm: true })

/** Many times what the longest text takes. */
const MAX_MS = 1000

/** Returns parsed Markdown. A text that takes too long becomes paragraphs of plain text, so that it can still be read. */
export function parseMarkdown(markdown: string, maxMs = MAX_MS): Token[] {
  return parseWithin(markdown, maxMs) ?? toParagraphs(markdown)
}

/** Returns whether a text takes too long to parse. */
export function isSlowMarkdown(markdown: string, maxMs = MAX_MS): boolean {
  return parseWithin(markdown, maxMs) === null
}

/** Calls `visit` with every token, also those inside others. */
export function visitTokens(tokens: Token[], visit: (token: Token) => void): void {
  parser.walkTokens(tokens, visit)
}

/** Node ends a script after a time, also inside a regular expression, with the functions of ours that it calls. */
const context = createContext({ parse: (): Token[] => [] })
const script = new Script('parse()')

/** Returns parsed Markdown, or null if it takes too long. */
function parseWithin(markdown: string, maxMs: number): Token[] | null {
  context.parse = () => parser.lexer(limitNesting(markdown))
  try {
    return script.runInContext(context, { timeout: maxMs })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null
    throw error
  }
}

function toParagraphs(text: string): Token[] {
  return text
    .split('\n\n')
    .filter((part) => part.trim() !== '')
    .map((part): Tokens.Paragraph => {
      const words: Tokens.Text = { type: 'text', raw: part, text: part, escaped: false }
      return { type: 'paragraph', raw: part, text: part, tokens: [words] }
    })
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
