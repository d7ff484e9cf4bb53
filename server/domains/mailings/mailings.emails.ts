/** Newsletters and messages to students as e-mails. */
import type { NewsletterLinks } from '#server/domains/newsletter/links.ts'
import type { EmailMessage, EmailText, Sender } from '#server/platform/mail/email-message.ts'
import { renderEmailMarkdown } from '#server/platform/markdown.ts'
import { toEmailText } from '#server/platform/markdown-text.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { get } from './readings.ts'

/** What all recipients of a mailing receive. */
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

/** Renders a mailing once. Returns a function that composes the e-mail to each recipient. */
export async function createCompose(
  { db, mail, publicUrl }: SystemContext,
  links: NewsletterLinks,
  mailingId: string,
): Promise<(address: Address) => EmailMessage> {
  const mailing = await get(db, mailingId)
  const content = renderMailing(mailing, publicUrl)
  const { sender } = mail
  return ({ email, subscriptionId }) =>
    subscriptionId === null
      ? composeStudentsMessage(sender, content, { email, classNames: mailing.class_names })
      : composeNewsletter(sender, links, content, { email, subscriptionId })
}

/** A newsletter has a link by which its recipient unsubscribes, and the headers by which a mail program does. */
function composeNewsletter(
  sender: Sender,
  links: NewsletterLinks,
  { subject, body }: MailingContent,
  { email, subscriptionId }: { email: string; subscriptionId: string },
): EmailMessage {
  return {
    to: email,
    subject,
    paragraphs: [
      body,
      `You receive this because you subscribed to the newsletter of ${sender.name}.`,
      { label: 'Unsubscribe', url: links.unsubscribe(subscriptionId) },
    ],
    headers: { ...links.headers(subscriptionId), ...replyTo(sender) },
  }
}

/** A message about a class is part of it, so that its students cannot unsubscribe from it. It says why they receive it. */
function composeStudentsMessage(
  sender: Sender,
  { subject, body }: MailingContent,
  { email, classNames }: { email: string; classNames: string[] },
): EmailMessage {
  return {
    to: email,
    subject,
    paragraphs: [body, describeReason(classNames)],
    headers: replyTo(sender),
  }
}

function describeReason(classNames: string[]): string {
  const [first = '', ...others] = classNames
  if (others.length === 0) return `You receive this message because you are enrolled in ${first}.`
  return `You receive this message because you are enrolled in one of these classes: ${classNames.join(', ')}.`
}

/** An admin reads it before everyone else does. */
export function composeTest({ subject, body }: MailingContent, email: string): EmailMessage {
  const note = 'This is a test, which only you received. To the others we say here why they receive it.'
  return { to: email, subject: `Test: ${subject}`, paragraphs: [body, note] }
}

/** MAIL_FROM may be an address that nobody reads. */
function replyTo({ email }: Sender): Record<string, string> {
  return { 'Reply-To': email }
}
