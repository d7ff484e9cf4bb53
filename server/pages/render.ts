/** A page as it goes out: rendered whole, its inline scripts named by hash, so that it can be kept under a strict policy. */
import { randomBytes } from 'node:crypto'
import { contentSecurityPolicy, type PolicySettings, scriptHash } from '#server/http/headers.ts'
import type { Rendered } from '#server/http/kept.ts'
import type { PageContext, Pages } from './pages.ts'
import { pictureFirst } from './picture-first.ts'

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
  const { html, added } = policy.development ? { html: body, added: [] } : pictureFirst(body)
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-type'))
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
    body: html,
    headers: {
      ...headers,
      'content-security-policy': contentSecurityPolicy(policy, [...hashes, ...added.map(scriptHash)]),
    },
  }
}

function byHash(html: string, nonce: string): { body: string; hashes: string[] } {
  const hashes = new Set<string>()
  const attribute = ` nonce="${nonce}"`
  for (const [, attributes = '', script = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (attributes.includes(attribute) && script) hashes.add(scriptHash(script))
  }
  return { body: html.replaceAll(attribute, ''), hashes: [...hashes] }
}
