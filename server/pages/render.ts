/** A page as it goes out: rendered whole, its inline scripts named by hash, so that it can be kept under a strict policy. */
import { randomBytes } from 'node:crypto'
import { contentSecurityPolicy, type PolicySettings, scriptHash } from '#server/http/headers.ts'
import type { Rendered } from '#server/http/kept.ts'
import type { PageContext, Pages } from './pages.ts'

/**
 * Renders the page at `url`. Scripts that React wrote carry this render's nonce; only those are allowed, by their hash, and the
 * nonce is taken out, so that a script which crept in any other way does not run.
 */
export async function renderPage(
  pages: Pages,
  url: string,
  context: Omit<PageContext, 'nonce'>,
  policy: PolicySettings,
): Promise<Rendered> {
  const nonce = randomBytes(16).toString('hex')
  const response = await pages.render(new Request(url), { ...context, nonce })
  const { body, hashes } = byHash(await response.text(), nonce)
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-type'))
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
    body,
    headers: { ...headers, 'content-security-policy': contentSecurityPolicy(policy, hashes) },
  }
}

/** What a page needs to come alive must not keep its first picture waiting. React Router has no setting for it. */
const PRELOAD = '<link rel="modulepreload"'

function byHash(html: string, nonce: string): { body: string; hashes: string[] } {
  const hashes = new Set<string>()
  const attribute = ` nonce="${nonce}"`
  for (const [, attributes = '', script = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (attributes.includes(attribute) && script) hashes.add(scriptHash(script))
  }
  return {
    body: html.replaceAll(attribute, '').replaceAll(PRELOAD, `${PRELOAD} fetchpriority="low"`),
    hashes: [...hashes],
  }
}
