/**
 * Writes the style sheets of a public page into it, so that the first paint needs no second response: it waited 0.2 s for it on a slow
 * phone. The links stay, disabled, because React and React Router expect them: they neither load the file nor load it again later.
 */

/** React Router's and React's HTML; inline-styles.test.ts fails if a new version writes it differently. */
const LINK = /<link rel="stylesheet" href="([^"<>]+)"([^<>]*)\/>/g

/**
 * Returns the page with its style sheets, and those that it has now.
 * @param read returns the style sheet of a path, or undefined for one that stays a file
 */
export function inlineStyles(
  html: string,
  read: (path: string) => string | undefined,
): { html: string; styles: string[] } {
  const styles: string[] = []
  const inlined = html.replace(LINK, (link, path: string, attributes: string) => {
    const style = read(path)
    if (style === undefined) return link
    styles.push(style)
    return `<style data-path="${path}">${style}</style><link rel="stylesheet" href="${path}"${attributes} disabled=""/>`
  })
  return { html: inlined, styles }
}
