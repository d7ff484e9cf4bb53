/**
 * Security headers: one set for all responses, and a content security policy with the hashes of a page's inline scripts and style sheets.
 */

import type { FastifyReply } from 'fastify'
import type { IdentitySettings } from '#server/settings/identity.ts'
import { readIdentityPolicy } from '#server/settings/identity-policy.ts'

export interface PolicySettings {
  publicUrl: string
  cards: { provider: 'sandbox' | 'stripe' }
  identity: IdentitySettings
  /** Vite's hot reload needs inline styles and a WebSocket. */
  development?: boolean
}

/** Stripe.js, its frames and its calls. Source: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE = {
  script: 'https://*.js.stripe.com https://js.stripe.com',
  frame: 'https://*.js.stripe.com https://js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
}

/** The hashes (`sha256-…`) of what a document contains. */
export interface InlineHashes {
  scripts?: string[]
  styles?: string[]
}

/** Returns the policy of a document whose inline scripts and style sheets have these hashes. */
export function createContentSecurityPolicy(
  { publicUrl, cards, identity, development }: PolicySettings,
  { scripts = [], styles = [] }: InlineHashes = {},
): string {
  const stripe = cards.provider === 'stripe' ? STRIPE : null
  const hosted = readIdentityPolicy(identity)
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts.map(quote), stripe?.script, hosted?.script],
    'style-src': ["'self'", ...styles.map(quote), development && "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", stripe?.connect, hosted?.connect, development && 'ws:'],
    'frame-src': stripe || hosted ? [stripe?.frame, hosted?.frame] : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(publicUrl.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources.filter(Boolean)].join(' '))
    .join('; ')
}

const quote = (hash: string) => `'${hash}'`

/** Returns Helmet's options. The policy is set per response, since every page has its own scripts. */
export function createHelmetOptions({ publicUrl }: PolicySettings) {
  return {
    contentSecurityPolicy: false as const,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : (false as const),
    xFrameOptions: { action: 'deny' as const },
    // Only for Internet Explorer and Flash, which are obsolete.
    xDownloadOptions: false as const,
    xPermittedCrossDomainPolicies: false as const,
    xXssProtection: false as const,
  }
}

/**
 * Browsers read these of documents and of workers, of which we have none. Of a style sheet they read the referrer policy as well, but
 * ours is their default.
 */
const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-frame-options',
]

/** Removes the headers that a script, a style sheet or a font does not need: half a kilobyte of each of a page's ten files. */
export function removeDocumentHeaders(reply: FastifyReply): void {
  for (const name of DOCUMENT_HEADERS) {
    reply.removeHeader(name)
    // Helmet's.
    reply.raw.removeHeader(name)
  }
}

/** Source: https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html#security-headers */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Sets the headers of a response of data, which loads nothing and is shown in no frame. */
export function setDataHeaders(reply: FastifyReply): void {
  removeDocumentHeaders(reply)
  reply.header('content-security-policy', DATA_POLICY)
}

/**
 * Removes what the response of a file that never changes does not need: an entity tag, because no browser validates it, ranges, because
 * it is small, and what HTTP/1.1 does without saying so. A connection that ends says so.
 */
export function removeRevalidationHeaders(reply: FastifyReply): void {
  reply.removeHeader('etag').removeHeader('accept-ranges')
  const { raw } = reply
  if (raw.shouldKeepAlive && raw.req.httpVersion === '1.1') raw.removeHeader('connection')
}
