import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EmailWords } from '#contract/emails.ts'
import { findTemplateProblem } from '#server/platform/mail/check-template.ts'
import { composeExample } from '#server/platform/mail/composer.ts'
import { renderEmail } from '#server/platform/mail/email-message.ts'
import { listVariables } from '#server/platform/mail/email-template.ts'
import { EMAILS } from '#server/registered.ts'

const definitions = EMAILS.flatMap(({ emails }) => emails)
const SENDER = { name: 'Light & Lens', address: '1 Quay', email: 'us@school.example', phone: '', time_zone: null }

const SERVER = join(import.meta.dirname, '../..')
const sources = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, source: readFileSync(join(SERVER, path), 'utf8') }))

/** Lists the files whose source matches. */
const listFiles = (pattern: RegExp) => sources.filter(({ source }) => pattern.test(source)).map(({ path }) => path)

describe.each(definitions)('the e-mail $key', (definition) => {
  it('has default words that follow the rules of those of a school', () => {
    const words = { subject: definition.subject, text: definition.text }
    expect(EmailWords.parse(words)).toEqual(words)
    expect(findTemplateProblem(definition, words)).toBeNull()
  })

  it('has an example for each variable, and uses them all', () => {
    const { subject, paragraphs } = composeExample(definition, definition, SENDER, 'https://school.example')
    const { text, html } = renderEmail({ to: 'a@b.example', subject, paragraphs }, SENDER)
    expect(`${subject} ${text} ${html}`).not.toMatch(/\{\{|\}\}|undefined|[\ue000-\uf8ff]/)
    for (const [name, { kind, example }] of Object.entries(definition.variables)) {
      const isUsed = `${definition.subject} ${definition.text}`.includes(`{{${name}}}`)
      expect(isUsed || name === 'recipient_name', name).toBe(true)
      expect(example, name).toMatch(kind === 'link' ? /^\/[a-z]/ : /\S/)
    }
  })

  it('has examples with a clock of 24 hours and a zone by its name', () => {
    for (const { example } of Object.values(definition.variables)) expect(example).not.toMatch(/\d\s?[AP]M\b|GMT/)
  })

  it('names itself, its recipient and its occasion in the manner of the others', () => {
    const { key, name, recipient, occasion, variables } = definition
    expect(key).toMatch(/^[a-z]+(-[a-z]+)*$/)
    for (const label of [name, recipient, occasion]) expect(label).toMatch(/^[A-Z].*[^.]$/)
    for (const { meaning } of Object.values(variables)) expect(meaning).toMatch(/^[a-z“].*[^.]$/)
  })

  it('requires its secret links, and those that unsubscribe', () => {
    for (const [name, { kind, example, required }] of Object.entries(listVariables(definition)))
      if (kind === 'link' && example.includes('token')) expect(required, name).toBe('text')
  })
})

describe('the list of e-mails', () => {
  it('has each of them once', () => {
    const keys = definitions.map(({ key }) => key)
    expect(keys).toEqual([...new Set(keys)])
    expect(keys.length).toBeGreaterThan(30)
  })

  it('has every definition, and nothing is sent around it', () => {
    const defined = sources
      .filter(({ source }) => source.includes('defineEmail'))
      .flatMap(({ source }) => [...source.matchAll(/^ {2,4}key: '([a-z-]+)',$/gm)].map(([, key]) => key))
    expect(defined.toSorted()).toEqual(definitions.map(({ key }) => key).toSorted())
    const composers = ['domains/emails/emails.ts', 'platform/mail/email-message.ts', 'platform/mail/fill-template.ts']
    expect(listFiles(/\bparagraphs:/).toSorted()).toEqual(composers)
    expect(listFiles(/\brenderEmail\(/)).toEqual(['platform/mail/email-message.ts', 'platform/mail/mail.ts'])
    expect(listFiles(/\benqueue(All)?\([^)]*deliverMail/s)).toEqual(['platform/mail/mail.ts'])
  })
})
