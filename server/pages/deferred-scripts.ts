/**
 * Runs in a page whose scripts have waited. They wait for the paint, with the page's first image if it has one, for which they would compete;
 * a hidden page paints nothing. The last scroll position is restored first if the page was open before: React Router has set its key.
 * The framework, the first date format and the rest are tasks of their own, because a page cannot respond during one.
 */
const START = `{
const [restoreScroll, ...scripts] = document.querySelectorAll('script[type$="-later"]')
const run = (waiting) => {
  const script = document.createElement('script')
  script.type = waiting.type.replace('-later', '')
  script.textContent = waiting.textContent
  waiting.replaceWith(script)
}
const nextTask = () => new Promise((resolve) => setTimeout(resolve))
const start = async () => {
  for (const link of document.querySelectorAll('link[rel=modulepreload-later]')) link.rel = 'modulepreload'
  await import(document.querySelector('link[href*="/framework-"]')?.href).then(nextTask, () => {})
  if (document.querySelector('main time')) await nextTask(new Intl.DateTimeFormat('en-US', { weekday: 'short' }))
  scripts.forEach(run)
}
if (history.state?.key) run(restoreScroll)
else scripts.unshift(restoreScroll)
const image = document.querySelector('img[fetchpriority=high]')
Promise.race([image?.decode().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 3000))])
  .then(() => (document.hidden ? start() : requestAnimationFrame(() => setTimeout(start))))
}`

/** Returns the page with scripts that wait, and the script that starts them; a page without scripts as it is. */
export function deferScripts(html: string): { html: string; added: string[] } {
  const body = html.indexOf('<body')
  if (!html.includes('<script type="module"', body)) return { html, added: [] }
  const head = html.slice(0, body).replaceAll('rel="modulepreload"', 'rel="modulepreload-later"')
  const rest = html
    .slice(body)
    .replaceAll('<script>', '<script type="text/javascript-later">')
    .replace('<script type="module" async="">', '<script type="module-later">')
    .replace('</body>', `<script>${START}</script></body>`)
  return { html: head + rest, added: [START] }
}
