/**
 * The definition of an e-mail: its default words as a template, and the variables that the application fills. A school may change the
 * words. `{{class_name}}` stands for a variable, in the subject and in the Markdown of the text.
 */
import type { EmailAttachment, EmailPart, Greeting } from './email-message.ts'

/** Texts of a school: one line, and Markdown. */
export interface EmailWords {
  subject: string
  text: string
}

/**
 * `text`: words inside a line. `link`: a URL, as the target of a link or on its own. `block`: paragraphs that the application writes, or
 * none, in the place of a paragraph.
 */
export interface Variable {
  kind: 'text' | 'link' | 'block'
  meaning: string
  /** Of a link: a path of our own. Of a block: its paragraphs. */
  example: string
  /** The part that must contain it. */
  required?: 'subject' | 'text'
}

export type Variables = Record<string, Variable>

/** A variable that is a text. */
export function text(meaning: string, example: string, required?: 'subject' | 'text') {
  return { kind: 'text', meaning, example, ...(required && { required }) } as const
}

/** A variable that is a URL. */
export function link(meaning: string, example: string) {
  return { kind: 'link', meaning, example } as const
}

/** A URL without which the e-mail would be useless. */
export function requiredLink(meaning: string, example: string) {
  return { kind: 'link', meaning, example, required: 'text' } as const
}

/** A variable that is paragraphs of the application. */
export function block(meaning: string, example: string, required?: 'text') {
  return { kind: 'block', meaning, example, ...(required && { required }) } as const
}

/** The variables of a greeting. */
export const GREETING = {
  greeting: text('“Dear” and the name; “Hello,” while the address is not confirmed', 'Dear Ada Lovelace,'),
  recipient_name: text('the name; the e-mail address while it is not confirmed', 'Ada Lovelace'),
} as const satisfies Record<keyof Greeting, Variable>

/** The variables that every e-mail has. */
export const SCHOOL_VARIABLES = {
  school_name: text('the name of the school', ''),
  school_email: text('the e-mail address of the school', ''),
} as const satisfies Variables

export interface EmailDefinition<V extends Variables = Variables> extends EmailWords {
  /** Names it in the database and in URLs. */
  key: string
  name: string
  recipient: string
  /** The event that causes it. */
  occasion: string
  /** Without those that every e-mail has. */
  variables: V
}

type ValueFor<V extends Variable> = V['kind'] extends 'block' ? EmailPart[] : string

/** The values of an e-mail's variables. */
export type Values<V extends Variables = Variables> = { [Name in keyof V]: ValueFor<V[Name]> }

/** An e-mail to one person whose words are the school's, or ours where it has none. */
export interface TemplatedEmail {
  /** One e-mail address, validated at the API. */
  to: string
  definition: EmailDefinition
  values: Record<string, string | EmailPart[]>
  /** Further headers, such as List-Unsubscribe. */
  headers?: Record<string, string>
  attachments?: EmailAttachment[]
}

/** Defines an e-mail; the function exists for type inference. */
export function defineEmail<const V extends Variables>(definition: EmailDefinition<V>): EmailDefinition<V> {
  return definition
}

/** Composes an e-mail from its definition. */
export function compose<V extends Variables>(
  definition: EmailDefinition<V>,
  to: string,
  values: Values<NoInfer<V>>,
  headers?: Record<string, string>,
): TemplatedEmail {
  return { to, definition, values, ...(headers && { headers }) }
}

/** Returns all variables of an e-mail. */
export function listVariables({ variables }: EmailDefinition): Variables {
  return { ...variables, ...SCHOOL_VARIABLES }
}
