/**
 * Fills the template of an e-mail. The Markdown is parsed before the values come into it, so that no value can be read as Markdown, as
 * a tag or as another variable.
 */
import type { Token, Tokens } from 'marked'
import { renderEmailTokens } from '#server/platform/markdown.ts'
import { writeEmailTokens } from '#server/platform/markdown-text.ts'
import { parseMarkdown } from '#server/platform/parse-markdown.ts'
import { type EmailPart, toSingleLine } from './email-message.ts'
import type { EmailWords, Variables } from './email-template.ts'
import { replaceVariables } from './match-variables.ts'

/** Private characters, which no template may contain: one stands for each variable in the Markdown. */
const FIRST_MARK = 0xe000
const MARK = /[\ue000-\uf8ff]/g

/** A template whose Markdown is parsed. */
export interface Template {
  subject: string
  tokens: Token[]
  /** The names of the variables, in the order of their marks. */
  names: string[]
  variables: Variables
}

type FilledValues = Record<string, string | EmailPart[]>

/** Parses a template. */
export function parseTemplate({ subject, text }: EmailWords, variables: Variables): Template {
  const names = Object.keys(variables)
  const toMark = (source: string, name: string) =>
    names.includes(name) ? String.fromCharCode(FIRST_MARK + names.indexOf(name)) : source
  return { subject, names, variables, tokens: parseMarkdown(replaceVariables(text, toMark)) }
}

/** Returns the subject and the paragraphs of an e-mail. @param origin comes before paths of our own */
export function fillTemplate(template: Template, values: FilledValues, origin: string) {
  const { subject, tokens, variables } = template
  const read = (name: string) => toText(values[name])
  const filled = replaceVariables(subject, (source, name) => (Object.hasOwn(variables, name) ? read(name) : source))
  return {
    subject: toSingleLine(filled).trim(),
    paragraphs: tokens.flatMap((token) => fillParagraph(template, values, token as Tokens.Generic, origin)),
  }
}

/** Returns the name of the variable that a text consists of, or undefined. */
export function findSingleName({ names }: Template, text: string): string | undefined {
  return text.length === 1 ? names[text.charCodeAt(0) - FIRST_MARK] : undefined
}

/** Returns the names of the variables in a text. */
export function findNames({ names }: Template, text: string): string[] {
  return (text.match(MARK) ?? []).flatMap((mark) => names[mark.charCodeAt(0) - FIRST_MARK] ?? [])
}

function fillParagraph(template: Template, values: FilledValues, token: Tokens.Generic, origin: string): EmailPart[] {
  const block = token.type === 'paragraph' ? values[findSingleName(template, token.text) ?? ''] : undefined
  if (Array.isArray(block)) return block
  const [filled = token] = fillTokens(template, values, [token])
  const link = findOnlyLink(filled)
  const url = link && values[findSingleName(template, findOnlyLink(token)?.href ?? '') ?? '']
  // The text has such a link in two lines, as it is often long.
  if (typeof url === 'string') return [{ label: link?.text ?? '', url }]
  const html = renderEmailTokens([filled], origin)
  return html === '' ? [] : [{ html, text: writeEmailTokens([filled], origin).trimEnd() }]
}

/** Returns the link without other marks that a paragraph consists of, or undefined. */
function findOnlyLink({ type, tokens = [] }: Tokens.Generic): Tokens.Link | undefined {
  const [link, ...others] = type === 'paragraph' ? (tokens as Tokens.Generic[]) : []
  const isOnly = link?.type === 'link' && others.length === 0 && link.tokens?.every((each) => each.type === 'text')
  return isOnly ? (link as Tokens.Link) : undefined
}

/** Returns a copy of tokens with values for marks. A URL that is not the target of a link becomes a link. */
function fillTokens(template: Template, values: FilledValues, tokens: Token[], isInLink = false): Token[] {
  return tokens.flatMap((token) => {
    const isWords = token.type === 'text' && !('tokens' in token && token.tokens)
    if (isWords && !isInLink) return splitAtLinks(template, values, token.raw)
    return [fillFields(template, values, token, isInLink || token.type === 'link')]
  })
}

/** Fills each text that a token has, such as its source, the target of a link and the tokens inside it. */
function fillFields(template: Template, values: FilledValues, token: object, isInLink: boolean): Token {
  const fill = (value: unknown, key?: string): unknown => {
    if (typeof value === 'string') return replaceMarks(template, values, value)
    if (Array.isArray(value))
      return key === 'tokens' ? fillTokens(template, values, value, isInLink) : value.map((each) => fill(each))
    return value && typeof value === 'object' ? fillFields(template, values, value, isInLink) : value
  }
  return Object.fromEntries(Object.entries(token).map(([key, value]) => [key, fill(value, key)])) as Token
}

function splitAtLinks(template: Template, values: FilledValues, raw: string): Token[] {
  return raw
    .split(/([\ue000-\uf8ff])/)
    .filter(Boolean)
    .map((part) => {
      const name = findSingleName(template, part)
      const filled = replaceMarks(template, values, part)
      const text = { type: 'text', raw: filled, text: filled } as Tokens.Text
      if (name === undefined || template.variables[name]?.kind !== 'link') return text
      return { type: 'link', raw: filled, href: filled, text: filled, tokens: [text] } as Tokens.Link
    })
}

function replaceMarks({ names }: Template, values: FilledValues, text: string): string {
  return text.replace(MARK, (mark) => toText(values[names[mark.charCodeAt(0) - FIRST_MARK] ?? '']))
}

/** Returns a value for the inside of a line. Blocks have a place of their own. */
function toText(value: string | EmailPart[] | undefined): string {
  return typeof value === 'string' ? value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ') : ''
}
