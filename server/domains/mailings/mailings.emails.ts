/** Newsletters and messages to students as e-mails: the text of each mailing is a block of a template. */
import type { NewsletterLinks } from '#server/domains/newsletter/links.ts'
import type { EmailText, RenderedEmail, Sender } from '#server/platform/mail/email-message.ts'
import {
  block,
  compose,
  defineEmail,
  requiredLink,
  type TemplatedEmail,
  text as textVariable,
} from '#server/platform/mail/email-template.ts'
import { renderEmailMarkdown } from '#server/platform/markdown.ts'
import { toEmailText } from '#server/platform/markdown-text.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { get } from './queries.ts'

const MESSAGE = {
  subject: textVariable('the subject of the message', 'Spring classes', 'subject'),
  message: block('the text of the message', 'Our spring classes are open.\n\nSee you soon!', 'text'),
}

const NEWSLETTER = defineEmail({
  key: 'newsletter',
  name: 'Newsletter',
  recipient: 'Everyone who has confirmed a subscription',
  occasion: 'When an admin sends a newsletter',
  subject: '{{subject}}',
  text: `{{message}}

You receive this because you subscribed to the newsletter of {{school_name}}.

[Unsubscribe]({{unsubscribe_link}})`,
  variables: {
    ...MESSAGE,
    unsubscribe_link: requiredLink('ends the subscription', '/newsletter/unsubscribe?token=example'),
  },
})

const STUDENTS_MESSAGE = defineEmail({
  key: 'students-message',
  name: 'Message to students',
  recipient: 'The students of the classes that an admin chooses',
  occasion: 'When an admin sends a message to students',
  subject: '{{subject}}',
  text: `{{message}}

You receive this message because you are enrolled in {{classes}}.`,
  variables: {
    ...MESSAGE,
    classes: textVariable('the class, or “one of these classes:” and their names', 'Fog in the City'),
  },
})

const TEST = defineEmail({
  key: 'mailing-test',
  name: 'Test of a newsletter or message',
  recipient: 'The admin who asks for it',
  occasion: 'When an admin sends a test of a newsletter or message',
  subject: 'Test: {{subject}}',
  text: `{{message}}

This is a test, which only you received. To the others we say here why they receive it.`,
  variables: MESSAGE,
})

export const MAILING_EMAILS = [NEWSLETTER, STUDENTS_MESSAGE, TEST]

/** Part of a mailing for all recipients. */
export interface MailingContent {
  subject: string
  body: EmailText
}

export function renderMailing({ subject, text }: { subject: string; text: string }, publicUrl: string): MailingContent {
  return { subject, body: { html: renderEmailMarkdown(text, publicUrl), text: toEmailText(text, publicUrl) } }
}

/** The address of a recipient, and the id of a subscription, for its links. */
export interface Address {
  email: string
  subscriptionId: string | null
}

/** Reads and renders a mailing once. Returns a function that renders the e-mail to each recipient. */
export async function openMailing(
  { db, mail, publicUrl }: SystemContext,
  links: NewsletterLinks,
  mailingId: string,
): Promise<(address: Address) => RenderedEmail> {
  const mailing = await get(db, mailingId)
  const content = renderMailing(mailing, publicUrl)
  const render = await mail.openRenderer(db, [NEWSLETTER, STUDENTS_MESSAGE])
  return ({ email, subscriptionId }) =>
    render(
      subscriptionId === null
        ? composeStudentsMessage(mail.sender, content, { email, classNames: mailing.class_names })
        : composeNewsletter(mail.sender, links, content, { email, subscriptionId }),
    )
}

/** A newsletter has a link by which its recipient unsubscribes, and the headers by which a mail program does. */
function composeNewsletter(
  sender: Sender,
  links: NewsletterLinks,
  content: MailingContent,
  { email, subscriptionId }: { email: string; subscriptionId: string },
): TemplatedEmail {
  const values = { ...listValues(content), unsubscribe_link: links.unsubscribe(subscriptionId) }
  return compose(NEWSLETTER, email, values, { ...links.headers(subscriptionId), ...replyTo(sender) })
}

/** A message about a class is part of it, so that its students cannot unsubscribe from it. It says why they receive it. */
function composeStudentsMessage(
  sender: Sender,
  content: MailingContent,
  { email, classNames }: { email: string; classNames: string[] },
): TemplatedEmail {
  const values = { ...listValues(content), classes: describeClasses(classNames) }
  return compose(STUDENTS_MESSAGE, email, values, replyTo(sender))
}

function describeClasses(classNames: string[]): string {
  const [first = '', ...others] = classNames
  return others.length === 0 ? first : `one of these classes: ${classNames.join(', ')}`
}

/** An admin reads it before everyone else does. */
export function composeTest(content: MailingContent, email: string): TemplatedEmail {
  return compose(TEST, email, listValues(content))
}

function listValues({ subject, body }: MailingContent) {
  return { subject, message: [body] }
}

/** MAIL_FROM may be an address that no one reads. */
function replyTo({ email }: Sender): Record<string, string> {
  return { 'Reply-To': email }
}
