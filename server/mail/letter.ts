/** Letters: what a domain says, and the sheet that it goes out on, as plain text and as HTML. */

import { escaped } from '#server/http/html.ts'

/** A link on a line of its own. */
export interface LetterLink {
  words: string
  address: string
}

export interface Letter {
  /** One address, checked where it entered. */
  to: string
  subject: string
  paragraphs: (string | LetterLink)[]
  /** Further headers, such as List-Unsubscribe. */
  headers?: Record<string, string>
}

/** The school as it signs. */
export interface Sender {
  name: string
  address: string
  email: string
}

/** A letter as it goes out. */
export interface Sheet extends Pick<Letter, 'to' | 'subject'> {
  text: string
  html: string
  headers: Record<string, string>
}

/** A name that somebody broke into lines, as a subject takes it. */
export function onOneLine(name: string): string {
  return name.replaceAll(/\s+/g, ' ')
}

/** A letter on the school's paper. @throws Error where a line break would begin a header of its own */
export function compose({ to, subject, paragraphs, headers = {} }: Letter, sender: Sender): Sheet {
  for (const value of [to, subject, ...Object.entries(headers).flat()]) {
    if (/[\r\n]/.test(value)) throw new Error('a header of a letter may not have line breaks')
  }
  return { to, subject, text: asText(paragraphs, sender), html: asHtml(subject, paragraphs, sender), headers }
}

function asText(paragraphs: Letter['paragraphs'], { name, address, email }: Sender): string {
  const body = paragraphs.map((said) => (typeof said === 'string' ? said : `${said.words}:\n${said.address}`))
  return `${body.join('\n\n')}\n\n-- \n${name}\n${address}\n${email}\n`
}

function asHtml(subject: string, paragraphs: Letter['paragraphs'], { name, address, email }: Sender): string {
  const body = paragraphs.map((said) => {
    if (typeof said === 'string') return `<p>${escaped(said)}</p>`
    return `<p><a href="${escaped(said.address)}">${escaped(said.words)}</a></p>`
  })
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="max-width: 36em; margin: 2em auto; padding: 0 1em; font: 16px/1.5 sans-serif">
${body.join('\n')}
<hr>
<p><small>${[name, address, email].map(escaped).join('<br>')}</small></p>
</body>
</html>
`
}
