/**
 * On a page whose first picture matters (`fetchpriority="high"`), nothing of its scripts is fetched or run before that picture
 * is painted: the page is whole without them, and on a slow phone they would take the line and the processor from it.
 */

const MODULE = '<script type="module" async="">'
const PRELOAD = '<link rel="modulepreload"'
const PICTURE = /<img\b[^>]*\bfetchpriority="high"/i

/** As long as a picture may take before the page comes alive without it. */
const PATIENCE_MS = 3000

/** Runs in the page. A hidden page paints nothing, so there is nothing to wait for. */
const START = `{
const picture = document.querySelector('img[fetchpriority=high]')
const start = () => {
  for (const link of document.querySelectorAll('link[rel=modulepreload-later]')) link.rel = 'modulepreload'
  for (const later of document.querySelectorAll('script[type=module-later]')) {
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = later.textContent
    later.replaceWith(script)
  }
}
const painted = () => (document.hidden ? start() : requestAnimationFrame(() => setTimeout(start)))
const waited = new Promise((resolve) => setTimeout(resolve, ${PATIENCE_MS}))
Promise.race([picture.decode().catch(() => {}), waited]).then(painted)
}`

/** The page with its scripts waiting, and the script that starts them; as it was where no picture comes first. */
export function pictureFirst(html: string): { html: string; added: string[] } {
  if (!PICTURE.test(html) || !html.includes(MODULE)) return { html, added: [] }
  const waiting = html
    .replaceAll(PRELOAD, '<link rel="modulepreload-later"')
    .replaceAll(MODULE, '<script type="module-later">')
    .replace('</body>', `<script>${START}</script></body>`)
  return { html: waiting, added: [START] }
}
