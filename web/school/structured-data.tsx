/**
 * JSON-LD for search engines, which the server writes into the page. It is data and no script: browsers do not run it, and the content
 * security policy does not apply to it.
 */
export function StructuredData({ json }: { json: string | undefined }) {
  if (!json) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: stringifyJsonLd escapes every `<`
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
