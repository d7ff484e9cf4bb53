/** Renders a whole page whose policy allows its inline scripts and style sheets by hash, so that the page can be cached. */
import { randomBytes } from 'node:crypto'
import { createContentSecurityPolicy, type PolicySettings } from '#server/http/headers.ts'
import type { Rendered } from '#server/http/response-cache.ts'
import { hashInline } from '#server/platform/html.ts'
import { deferScripts } from './deferred-scripts.ts'
import { inlineStyles } from './inline-styles.ts'
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
    : hasten(pages, url, body)
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

/** Returns the page as a slow phone paints it soonest, and the scripts and style sheets that were added. */
function hasten({ styles: files }: Pages, url: string, body: string) {
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
