/** The rules of a template that a school writes. */
import { readPath } from '#server/platform/markdown.ts'
import { visitTokens } from '#server/platform/parse-markdown.ts'
import { type EmailPart, renderParts } from './email-message.ts'
import {
  type EmailDefinition,
  type EmailWords,
  listVariables,
  type Variable,
  type Variables,
} from './email-template.ts'
import { fillTemplate, findNames, findSingleName, parseTemplate, type Template } from './fill-template.ts'
import { matchVariables, replaceVariables } from './match-variables.ts'

const PRIVATE_CHARACTER = /[\ue000-\uf8ff]/
const LINK_SCHEMES = ['https:', 'http:', 'mailto:']

/** Returns why an e-mail cannot have these words, as `field: reason`, or null. */
export function findTemplateProblem(definition: EmailDefinition, words: EmailWords): string | null {
  const variables = listVariables(definition)
  const inSubject = findSyntaxProblem(words.subject, variables) ?? findSubjectProblem(words.subject, variables)
  if (inSubject) return `subject: ${inSubject}`
  const syntax = findSyntaxProblem(words.text, variables)
  if (syntax) return `text: ${syntax}`
  const template = parseTemplate(words, variables)
  const inText = findPlaceProblem(template) ?? findLinkProblem(template) ?? findMissing(template)
  return inText && `text: ${inText}`
}

function findSyntaxProblem(words: string, variables: Variables): string | null {
  if (PRIVATE_CHARACTER.test(words)) return 'has characters that no font shows'
  const unknown = matchVariables(words).find(({ name }) => !Object.hasOwn(variables, name))
  if (unknown)
    return `${unknown.source} is not a variable of this e-mail. It has ${Object.keys(variables).map(write).join(', ')}.`
  return /\{\{|\}\}/.test(replaceVariables(words, () => ''))
    ? 'write a variable as {{name}}, with two braces on each side'
    : null
}

function findSubjectProblem(subject: string, variables: Variables): string | null {
  const names = matchVariables(subject).map(({ name }) => name)
  const misplaced = names.find((name) => variables[name]?.kind !== 'text')
  if (misplaced) return `${write(misplaced)} can stand in the text only`
  const missing = Object.keys(variables).find(
    (name) => variables[name]?.required === 'subject' && !names.includes(name),
  )
  return missing ? `must contain ${write(missing)}` : null
}

/** A block has a paragraph of its own, outside of lists and quotes. */
function findPlaceProblem(template: Template): string | null {
  const isBlock = (name: string) => template.variables[name]?.kind === 'block'
  const all = findNames(template, template.tokens.map(({ raw }) => raw).join('')).filter(isBlock)
  for (const token of template.tokens) {
    const single = token.type === 'paragraph' && 'text' in token ? findSingleName(template, token.text) : undefined
    if (single !== undefined && isBlock(single)) all.splice(all.indexOf(single), 1)
  }
  return all[0] ? `${write(all[0])} must be on a line of its own, with empty lines around it` : null
}

function findLinkProblem(template: Template): string | null {
  let problem: string | null = null
  visitTokens(template.tokens, (token) => {
    if (token.type === 'image') problem ??= 'must not contain images'
    else if (token.type === 'link') problem ??= findTargetProblem(template, token.href)
  })
  return problem
}

/** The target is one variable, or a URL without any. */
function findTargetProblem(template: Template, href: string): string | null {
  const single = findSingleName(template, href)
  const [name] = findNames(template, href)
  if (single !== undefined && template.variables[single]?.kind === 'link') return null
  if (name !== undefined) return `${write(name)} cannot be part of the address of a link`
  const isAllowed = readPath(href) !== null || (URL.canParse(href) && LINK_SCHEMES.includes(new URL(href).protocol))
  return isAllowed ? null : `the link to ${href} must begin with https://, http:// or mailto:`
}

/** Fills the template with values that occur nowhere else, and looks for those that are required. A link needs words that can be clicked. */
function findMissing(template: Template): string | null {
  const { names, variables } = template
  const values = Object.fromEntries(names.map((name) => [name, createMarker(name, variables[name]?.kind)]))
  const html = renderParts(fillTemplate(template, values, 'https://own.invalid').paragraphs)
  const isThere = (name: string) =>
    variables[name]?.kind === 'link'
      ? hasWordsInLink(html, `${createMarker(name, 'link')}`)
      : html.includes(`marker-${name}.`)
  const missing = names.find((name) => variables[name]?.required === 'text' && !isThere(name))
  if (missing === undefined) return null
  const asLink = variables[missing]?.kind === 'link' ? `, such as [Open](${write(missing)})` : ''
  return `must contain ${write(missing)}${asLink}`
}

/** Returns whether a link to a URL has words. */
function hasWordsInLink(html: string, url: string): boolean {
  const links = html.split(`<a href="${url}"`).slice(1)
  return links.some((link) => {
    const [content = ''] = link.slice(link.indexOf('>') + 1).split('</a>')
    return content.replaceAll(/<[^<>]*>/g, '').trim() !== ''
  })
}

function createMarker(name: string, kind: Variable['kind'] | undefined): string | EmailPart[] {
  const marker = `marker-${name}.`
  if (kind === 'block') return [marker]
  return kind === 'link' ? `https://${marker.replaceAll('_', '-')}invalid/` : marker
}

function write(name: string): string {
  return `{{${name}}}`
}
