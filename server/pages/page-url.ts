/** The URLs of pages as far as pages differ by them. */
import { SEARCH_KEYS } from '#contract/search-keys.ts'
import { parseSlugId } from '#contract/slug.ts'
import type { SeatsShown } from '#server/platform/database/catalogue.ts'

/** The parameters that public pages read. A page that reads another must be listed here. */
const QUERY_KEYS = new Map<string, readonly string[]>([
  ['/classes', SEARCH_KEYS],
  ['/reset-password', ['token']],
  ['/setup', ['token']],
  ['/invitation', ['token']],
  ['/verify-email', ['token', 'state']],
  ['/change-email', ['token']],
  ['/restore-email', ['token']],
  ['/newsletter/confirm', ['token', 'state']],
  ['/newsletter/unsubscribe', ['token', 'state']],
])

/** Returns the URL without the parameters that its page ignores. The browser reads those of the dashboard after the first render. */
export function toPageUrl(url: string): string {
  const [path = '', query] = splitOnce(url, '?')
  if (query === undefined) return path
  const sent = new URLSearchParams(query)
  const pairs = (QUERY_KEYS.get(path) ?? []).flatMap((key) => {
    const value = sent.get(key)
    // A form without JavaScript sends its empty fields.
    return value ? [[key, value]] : []
  })
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path
}

/** Returns the seats that a public page shows: those of its class, or of many. */
export function toSeatsShown(url: string): SeatsShown {
  const classId = url.startsWith('/classes/') ? parseSlugId(url) : null
  return classId ? { classId } : 'all'
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}
