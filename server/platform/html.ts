/** HTML that is written by hand: e-mails, and pages without React. */
import { createHash } from 'node:crypto'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for the content of an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Returns the hash by which a content security policy allows an inline script. */
export function hashScript(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}
