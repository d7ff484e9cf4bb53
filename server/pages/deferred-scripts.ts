/**
 * Defers the scripts of a page until it is painted, with its first image (`fetchpriority="high"`) if it has one. The page is complete
 * without them, and on a slow phone they would compete with the paint for network and processor.
 */

/** React Router's HTML; deferred-scripts.test.ts fails if a new version writes it differently. */
const MODULE = '<script type="module" async="">'
/** The data of the page. It opens a stream, which takes 20 ms on a slow phone. */
const DATA = '<script>window.__reactRouterContext'
/** Restores the scroll position, from the storage of the session: it takes 30 ms on a slow phone. */
const SCROLL = '<script>((storageKey, restoreKey)'
const PRELOAD = '<link rel="modulepreload"'

/** How long the scripts wait for the image. */
const TIMEOUT_MS = 3000

/**
 * Runs in the page. It does not wait for a paint in a hidden page, which paints nothing. It evaluates the framework in a task of its
 * own, because the page cannot respond during one. So it does with the first date format, where the page has a date: a slow phone takes
 * 108 ms for it. React Router has set the key of an entry of the history whose page was open before,
 * so that there may be a position to restore.
 */
const START = `{
const image = document.querySelector('img[fetchpriority=high]')
const run = (type) => {
  for (const deferred of document.querySelectorAll('script[type$="' + type + '-later"]')) {
    const script = document.createElement('script')
    script.type = deferred.type.replace(/-.*/, '')
    script.textContent = deferred.textContent
    deferred.replaceWith(script)
  }
}
const start = () => {
  for (const link of document.querySelectorAll('link[rel=modulepreload-later]')) link.rel = 'modulepreload'
  const framework = document.querySelector('link[href^="/assets/framework-"]')
  const evaluation = Promise.resolve(framework && import(framework.href)).catch(() => {})
  const buildDateFormat = () => document.querySelector('main time') && new Intl.DateTimeFormat('en-US', { weekday: 'short' })
  evaluation.then(() => setTimeout(buildDateFormat)).then(() => setTimeout(run, 0, ''))
}
if (history.state?.key) run('-scroll')
const onPainted = () => (document.hidden ? start() : requestAnimationFrame(() => setTimeout(start)))
const timeout = new Promise((resolve) => setTimeout(resolve, ${TIMEOUT_MS}))
Promise.race([image?.decode().catch(() => {}), timeout]).then(onPainted)
}`

/** Returns the page with deferred scripts, and the script that starts them; a page without scripts as it is. */
export function deferScripts(html: string): { html: string; added: string[] } {
  if (!html.includes(MODULE)) return { html, added: [] }
  const deferred = html
    .replaceAll(PRELOAD, '<link rel="modulepreload-later"')
    .replaceAll(MODULE, '<script type="module-later">')
    .replaceAll(DATA, DATA.replace('>', ' type="text/javascript-later">'))
    .replaceAll(SCROLL, SCROLL.replace('>', ' type="text/javascript-scroll-later">'))
    .replace('</body>', `<script>${START}</script></body>`)
  return { html: deferred, added: [START] }
}
