/** A text with headings, lists and links, as HTML that the server has made from Markdown and that is safe to insert. */
export function RichText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: server/platform/markdown.ts writes every tag itself
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />
}
