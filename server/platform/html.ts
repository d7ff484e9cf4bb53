/** HTML that is written by hand: e-mails, and pages without React. */
import { createHash } from 'node:crypto'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for the content of an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Characters that XML cannot have, escaped or not. Source: XML 1.0, section 2.2 */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Escapes text for the content of an element or a quoted attribute of XML. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replace(NOT_XML, ''))
}

/** Returns the hash by which a content security policy allows an inline script or style sheet. */
export function hashInline(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
