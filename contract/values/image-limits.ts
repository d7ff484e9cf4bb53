/** Limits of uploaded images that browser and server share. Public pages do not load them. */

/** Bytes of an uploaded image. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024

/** `20 MB`: the limit as users read it. */
export const MAX_IMAGE_SIZE = `${MAX_IMAGE_BYTES / 1024 / 1024} MB`

/** Pixels of an uploaded image, width times height. */
export const MAX_IMAGE_PIXELS = 50_000_000

/** Pixels of a JPEG, which can be made smaller while it is decoded. */
export const MAX_JPEG_PIXELS = 150_000_000

/** `50 megapixels`: the limit as users read it. */
export const MAX_IMAGE_RESOLUTION = `${MAX_IMAGE_PIXELS / 1e6} megapixels`

/** Media types of images that we accept. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic', 'image/heif'] as const
