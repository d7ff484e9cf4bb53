/** Renders a whole page whose policy allows its inline scripts and style sheets by hash, so that the page can be cached. */
import { randomBytes } from 'node:crypto'
import { createContentSecurityPolicy, type PolicySettings } from '#server/http/headers.ts'
import type { Rendered } from '#server/http/response-cache.ts'
import { hashInline } from '#server/platform/html.ts'
import type { PageContext, Pages } from './pages.ts'
import { readAccentSheet } from './site-files/accent.ts'

/**
 * Renders the page at `url`. React gives its scripts the nonce of this render. The policy allows only these scripts, by hash, and
 * the nonce is removed, so that injected scripts do not run.
 */
export async function renderPage(
  pages: Pages,
  url: string,
  context: Omit<PageContext, 'nonce'>,
  policy: PolicySettings,
): Promise<Rendered> {
  const nonce = randomBytes(16).toString('hex')
  const response = await pages.render(new Request(url), { ...context, nonce })
  const { body, hashes } = replaceNonce(await response.text(), nonce)
  const { html, scripts, styles } = policy.development
    ? { html: body, scripts: [], styles: [] }
    : optimizeFirstPaint(pages, url, body)
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-type'))
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
    body: html,
    headers: {
      ...headers,
      'content-security-policy': createContentSecurityPolicy(policy, {
        scripts: [...hashes, ...scripts.map(hashInline)],
        styles: styles.map(hashInline),
      }),
    },
  }
}

/** Returns the page with inline styles and deferred scripts, for a slow phone, and the scripts and style sheets that were added. */
function optimizeFirstPaint({ styles: files }: Pages, url: string, body: string) {
  // The pages of the dashboard show nothing without scripts, and follow a public page, which has the style sheet.
  if (isDashboard(url)) return { html: body, scripts: [], styles: [] }
  const { html, added } = deferScripts(body)
  const read = (path: string) => files.get(path) ?? readAccentSheet(path)
  return { ...inlineStyles(html, read), scripts: added }
}

const isDashboard = (url: string) => new URL(url).pathname.startsWith('/dashboard')

/** Returns the page without the nonce, and the hashes of the scripts that had it. */
function replaceNonce(html: string, nonce: string): { body: string; hashes: string[] } {
  const hashes = new Set<string>()
  const attribute = ` nonce="${nonce}"`
  for (let start = html.indexOf('<script'); start >= 0; ) {
    const body = html.indexOf('>', start) + 1
    const end = html.indexOf('</script>', body)
    if (body === 0 || end < 0) break
    if (end > body && html.slice(start, body).includes(attribute)) hashes.add(hashInline(html.slice(body, end)))
    start = html.indexOf('<script', end)
  }
  return { body: html.replaceAll(attribute, ''), hashes: [...hashes] }
}

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
