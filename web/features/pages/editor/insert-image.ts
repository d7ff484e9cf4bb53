/** Returns Markdown with an image in a paragraph of its own at a position, which is the end of the text where it is unknown. */
export function insertImage(
  text: string,
  position: number | null,
  { url, description }: { url: string; description: string },
): string {
  const at = position ?? text.length
  const label = description.trim().replace(/[[\]\\]/g, '\\$&')
  const parts = [text.slice(0, at).trimEnd(), `![${label}](${url})`, text.slice(at).trimStart()]
  return parts.filter(Boolean).join('\n\n')
}
