/** The security headers: one set for everything, and the content security policy with what a page's own scripts need. */
import { createHash } from 'node:crypto'

export interface PolicySettings {
  publicUrl: string
  cards: { provider: 'sandbox' | 'stripe' }
  /** Vite's hot reload brings styles inline and a socket. */
  development?: boolean
}

/** Stripe.js, its frames and its calls. Source: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE = {
  script: 'https://*.js.stripe.com https://js.stripe.com',
  frame: 'https://*.js.stripe.com https://js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
}

/** The policy of a document whose inline scripts have these hashes (`sha256-…`). */
export function contentSecurityPolicy(
  { publicUrl, cards, development }: PolicySettings,
  scriptHashes: string[] = [],
): string {
  const stripe = cards.provider === 'stripe' ? STRIPE : null
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes.map((hash) => `'${hash}'`), stripe?.script],
    'style-src': ["'self'", development && "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", stripe?.connect, development && 'ws:'],
    'frame-src': stripe ? [stripe.frame] : ["'none'"],
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

/** The hash by which a policy allows an inline script. */
export function scriptHash(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}

/** Helmet's settings; the policy is set per answer, since pages have scripts of their own. */
export function helmetOptions({ publicUrl }: PolicySettings) {
  return {
    contentSecurityPolicy: false as const,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : (false as const),
    xFrameOptions: { action: 'deny' as const },
    // For Internet Explorer and Flash, which are no more: every header costs a little of every kept answer.
    xDownloadOptions: false as const,
    xPermittedCrossDomainPolicies: false as const,
    xXssProtection: false as const,
  }
}
