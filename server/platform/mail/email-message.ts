/** E-mails: the message that a domain composes, and its rendering as plain text and as HTML. */
import { escapeHtml } from '#server/platform/html.ts'

/** A link on a line of its own. */
export interface EmailLink {
  label: string
  url: string
}

/** A longer text in both forms. */
export interface EmailText {
  /** Safe to insert: the renderer of Markdown wrote it. */
  html: string
  text: string
}

/** A paragraph of an e-mail. */
export type EmailPart = string | EmailLink | EmailText

/** A file beside the text. */
export interface EmailAttachment {
  filename: string
  contentType: string
  content: string
  /** Of content that is no text. */
  encoding?: 'base64'
}

export interface EmailMessage {
  /** One e-mail address, validated at the API. */
  to: string
  subject: string
  paragraphs: EmailPart[]
  /** Further headers, such as List-Unsubscribe. */
  headers?: Record<string, string>
  attachments?: EmailAttachment[]
}

/** The school, as the signature of every e-mail. */
export interface Sender {
  name: string
  address: string
  email: string
  phone: string
  /** IANA name; null for UTC. */
  time_zone: string | null
}

/** An e-mail that is ready to be sent. */
export interface RenderedEmail extends Pick<EmailMessage, 'to' | 'subject' | 'attachments'> {
  text: string
  html: string
  headers: Record<string, string>
}

/** The greeting of an e-mail's recipient: as a line, and by the name alone. */
export interface Greeting {
  greeting: string
  recipient_name: string
}

/**
 * Returns the greeting of an e-mail. It leaves out the name for an unconfirmed address: another person may have registered it, to
 * send text of their own in our name.
 */
export function composeGreeting({ name, email }: { name: string; email: string }, isConfirmed: boolean): Greeting {
  return name && isConfirmed
    ? { greeting: `Dear ${name},`, recipient_name: name }
    : { greeting: 'Hello,', recipient_name: email }
}

/** Returns a text without line breaks, for a subject. */
export function toSingleLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

/** Renders an e-mail. @throws Error for a line break in a header, which would start another header */
export function renderEmail(message: EmailMessage, sender: Sender): RenderedEmail {
  const { to, subject, paragraphs, headers = {}, attachments } = message
  for (const value of [to, subject, ...Object.entries(headers).flat()]) {
    if (/[\r\n]/.test(value)) throw new Error('a header of an e-mail must not contain line breaks')
  }
  const [text, html] = [renderText(paragraphs, sender), renderHtml(subject, paragraphs, sender)]
  return { to, subject, text, html, headers, ...(attachments && { attachments }) }
}

/** Returns the lines of the signature. */
function listLines({ name, address, email, phone }: Sender): string[] {
  return [name, address, email, phone].filter(Boolean)
}

function renderText(paragraphs: EmailPart[], sender: Sender): string {
  const body = paragraphs.map((part) => {
    if (typeof part === 'string') return part
    return 'html' in part ? part.text : `${part.label}:\n${part.url}`
  })
  return `${body.join('\n\n')}\n\n-- \n${listLines(sender).join('\n')}\n`
}

/** Returns a text as HTML with its lines. Those that begin with a hyphen are a list. */
function renderLines(text: string): string {
  const blocks: { isList: boolean; lines: string[] }[] = []
  for (const line of text.split('\n')) {
    const isList = line.startsWith('- ')
    const last = blocks.at(-1)
    if (last?.isList === isList) last.lines.push(line)
    else blocks.push({ isList, lines: [line] })
  }
  const rendered = blocks.map(({ isList, lines }) =>
    isList
      ? `<ul>${lines.map((line) => `<li>${escapeHtml(line.slice(2))}</li>`).join('')}</ul>`
      : `<p>${lines.map(escapeHtml).join('<br>\n')}</p>`,
  )
  return rendered.join('\n')
}

/** Returns the paragraphs as HTML, one a line. */
export function renderParts(paragraphs: EmailPart[]): string {
  const body = paragraphs.map((part) => {
    if (typeof part === 'string') return renderLines(part)
    if ('html' in part) return part.html
    return `<p><a href="${escapeHtml(part.url)}">${escapeHtml(part.label)}</a></p>`
  })
  return body.join('\n')
}

function renderHtml(subject: string, paragraphs: EmailPart[], sender: Sender): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="max-width: 36em; margin: 2em auto; padding: 0 1em; font: 16px/1.5 sans-serif">
${renderParts(paragraphs)}
<hr>
<p><small>${listLines(sender).map(escapeHtml).join('<br>')}</small></p>
</body>
</html>
`
}
