/** The feed of new classes. Source: RFC 4287 (Atom) */
import type { FeedEntry } from '#server/domains/classes/public-pages.ts'
import { escapeXml } from '#server/platform/html.ts'
import { toPlainText } from '#server/platform/markdown.ts'
import { shorten } from '#server/platform/shorten.ts'

/** Classes in the feed. */
export const FEED_COUNT = 20

const SUMMARY_LENGTH = 300

interface Site {
  name: string
  publicUrl: string
}

/** Returns the feed of classes, newest first. Without classes it was last changed in 1970, since it needs a time. */
export function buildFeed({ name, publicUrl }: Site, entries: FeedEntry[]): string {
  const changedAt = Math.max(0, ...entries.map((entry) => entry.changedAt))
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${escapeXml(publicUrl)}/feed.xml</id>
<title>${escapeXml(`${name} | New classes`)}</title>
<updated>${formatTime(changedAt)}</updated>
<link rel="self" type="application/atom+xml" href="${escapeXml(publicUrl)}/feed.xml"/>
<link rel="alternate" type="text/html" href="${escapeXml(publicUrl)}/classes"/>
${entries.map((entry) => buildEntry(entry, publicUrl)).join('\n')}
</feed>
`
}

function buildEntry(entry: FeedEntry, publicUrl: string): string {
  const summary = shorten(toPlainText(entry.description), SUMMARY_LENGTH)
  return `<entry>
<id>urn:uuid:${entry.id}</id>
<title>${escapeXml(entry.name)}</title>
<author><name>${escapeXml(entry.instructorName)}</name></author>
<published>${formatTime(entry.createdAt)}</published>
<updated>${formatTime(entry.changedAt)}</updated>
<link rel="alternate" type="text/html" href="${escapeXml(publicUrl + entry.path)}"/>
${summary ? `<summary>${escapeXml(summary)}</summary>` : ''}
</entry>`
}

function formatTime(time: number): string {
  return new Date(time).toISOString()
}
