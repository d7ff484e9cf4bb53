/** The token's life. Without zod, so that every page may know it. */

/** How long a token lives, in seconds, and the share of that after which the browser renews it. */
export const TOKEN_SECONDS = 30 * 60
export const TOKEN_RENEW_AT = 0.8
