/** Composes e-mails in the words of the school, or in ours where it has not changed them. */
import { findTemplateProblem } from './check-template.ts'
import type { EmailMessage, EmailPart, Sender } from './email-message.ts'
import { type EmailDefinition, type EmailWords, listVariables, type TemplatedEmail } from './email-template.ts'
import { fillTemplate, parseTemplate, type Template } from './fill-template.ts'

/**
 * Returns a function that composes e-mails, and parses the words of each definition once. Words that are no longer valid, because
 * the application's variables have changed since, give way to the default.
 */
export function createComposer(changed: Map<string, EmailWords>, sender: Sender, origin: string) {
  const templates = new Map<string, Template>()
  const findTemplate = (definition: EmailDefinition): Template => {
    const parsedBefore = templates.get(definition.key)
    if (parsedBefore) return parsedBefore
    const words = changed.get(definition.key)
    const isValid = words !== undefined && findTemplateProblem(definition, words) === null
    const parsed = isValid ? parseTemplate(words, listVariables(definition)) : findDefault(definition)
    templates.set(definition.key, parsed)
    return parsed
  }
  return ({ to, definition, values, headers, attachments }: TemplatedEmail): EmailMessage => ({
    to,
    ...fillTemplate(findTemplate(definition), { ...values, ...listSchoolValues(sender) }, origin),
    ...(headers && { headers }),
    ...(attachments && { attachments }),
  })
}

/** The parsed default words. */
const defaults = new WeakMap<EmailDefinition, Template>()

function findDefault(definition: EmailDefinition): Template {
  const template = defaults.get(definition) ?? parseTemplate(definition, listVariables(definition))
  defaults.set(definition, template)
  return template
}

/** Returns an e-mail in the given words, with the example of each variable. @param origin comes before the paths of links */
export function composeExample(
  definition: EmailDefinition,
  words: EmailWords,
  sender: Sender,
  origin: string,
): Pick<EmailMessage, 'subject' | 'paragraphs'> {
  const variables = listVariables(definition)
  const examples = Object.entries(variables).map(([name, { kind, example }]): [string, string | EmailPart[]] => {
    if (kind === 'block') return [name, example.split('\n\n')]
    return [name, kind === 'link' ? origin + example : example]
  })
  return fillTemplate(
    parseTemplate(words, variables),
    { ...Object.fromEntries(examples), ...listSchoolValues(sender) },
    origin,
  )
}

function listSchoolValues({ name, email }: Sender) {
  return { school_name: name, school_email: email }
}
