/** What a picture that somebody brings may be. No zod: the form says it before anything is sent. */

/** Bytes. */
export const LARGEST_PICTURE = 20 * 1024 * 1024

/** Pixels, width by height. */
export const MOST_PIXELS = 50_000_000

/** What browsers call the kinds that are taken. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
