/** The words of the e-mails that the application sends. Admins may change them. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ById, Id, LineText, MarkdownText, Modified } from './values/fields.ts'
import { MAX_EMAIL_TEXT_LENGTH, MAX_NAME_LENGTH } from './values/limits.ts'

/** Both may contain variables: `{{class_name}}`. */
export const EmailWords = z.object({
  subject: LineText.min(1, 'subject is required').max(MAX_NAME_LENGTH),
  /** Markdown. */
  text: MarkdownText.min(1, 'text is required').max(MAX_EMAIL_TEXT_LENGTH),
})
export type EmailWords = z.infer<typeof EmailWords>

/** Absent fields stay as they are. */
export const EmailChange = EmailWords.partial()
export type EmailChange = z.infer<typeof EmailChange>

/** `outdated`: changed, but no longer valid, so that the default is sent. */
export const EMAIL_STATES = ['default', 'changed', 'outdated'] as const
export type EmailState = (typeof EMAIL_STATES)[number]

/** An e-mail in the list of admins. */
export const ListedEmail = z.object({
  /** Names the e-mail in every version of the application. */
  _id: Id,
  group: z.string(),
  name: z.string(),
  recipient: z.string(),
  /** The event that causes it. */
  occasion: z.string(),
  subject: z.string(),
  state: z.enum(EMAIL_STATES),
  /** 0 where it was never changed. */
  version: z.int(),
})
export type ListedEmail = z.infer<typeof ListedEmail>

/** `block`: paragraphs that the application writes. They have a line of their own, and may be none. */
export const EmailVariable = z.object({
  name: z.string(),
  kind: z.enum(['text', 'link', 'block']),
  meaning: z.string(),
  /** The part that must contain it; null for none. */
  required: z.enum(['subject', 'text']).nullable(),
})
export type EmailVariable = z.infer<typeof EmailVariable>

/** An e-mail with its words and its variables. */
export const EmailTemplate = ListedEmail.extend({
  text: z.string(),
  default_subject: z.string(),
  default_text: z.string(),
  variables: z.array(EmailVariable),
  /** Reason that changed words are not used; null where they are. */
  problem: z.string().nullable(),
})
export type EmailTemplate = z.infer<typeof EmailTemplate>

/** An e-mail with example values. */
export const EmailPreview = z.object({ subject: z.string(), html: z.string() })
export type EmailPreview = z.infer<typeof EmailPreview>

/** No access token may make these calls: the e-mails contain the links that open accounts. */
export const emailsEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listEmails: endpoint({
    method: 'GET',
    path: '/emails',
    summary: 'Lists the e-mails that the application sends.',
    access: 'admin',
    signInOnly: true,
    response: z.array(ListedEmail),
  }),
  getEmail: endpoint({
    method: 'GET',
    path: '/email/{id}',
    summary: 'Returns the words and the variables of an e-mail.',
    access: 'admin',
    signInOnly: true,
    params: ById,
    response: EmailTemplate,
  }),
  changeEmail: endpoint({
    method: 'PATCH',
    path: '/email/{id}',
    summary: 'Changes the words of an e-mail, from the next one on.',
    access: 'admin',
    recentSignIn: true,
    params: ById,
    body: EmailChange,
    response: Modified,
    versioned: true,
    rateLimit: { max: 120, minutes: 10 },
  }),
  resetEmail: endpoint({
    method: 'POST',
    path: '/email/{id}/reset',
    summary: 'Goes back to the default words of an e-mail.',
    access: 'admin',
    recentSignIn: true,
    params: ById,
    response: Modified,
    versioned: true,
    rateLimit: { max: 120, minutes: 10 },
  }),
  previewEmail: endpoint({
    method: 'POST',
    path: '/email/{id}/preview',
    summary: 'Returns an e-mail in other words, with example values, and stores nothing.',
    access: 'admin',
    signInOnly: true,
    params: ById,
    body: EmailWords,
    response: EmailPreview,
    rateLimit: { max: 600, minutes: 10 },
  }),
  testEmailWords: endpoint({
    method: 'POST',
    path: '/email/{id}/test',
    summary: 'E-mails these words with example values to the caller only.',
    access: 'admin',
    signInOnly: true,
    params: ById,
    body: EmailWords,
    response: z.object({ email: z.string() }),
    rateLimit: { max: 10, minutes: 10 },
  }),
}))
