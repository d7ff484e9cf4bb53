/**
 * The URL of an own image is stored as a path, so that a school can move to another address. API responses contain it with the
 * school's origin; our pages and the database have the path. No zod, so that every page may import it.
 */

/** The fields of requests and responses that contain the URL of an image. */
const IMAGE_FIELDS = new Set([
  'classImage',
  'classImage2',
  'classImage3',
  'instructorImage',
  'image',
  'img',
  'image_url',
  'display_url',
  'shareImage',
  'logo',
  'logo_dark',
  'favicon',
  'portrait',
])

const OWN_IMAGES = '/pictures/'

/** Returns a replacer for JSON.stringify that prefixes the paths of own images with `origin`. */
export function createImageReplacer(origin: string): (key: string, value: unknown) => unknown {
  return (key, value) => (isPath(value) && IMAGE_FIELDS.has(key) ? origin + value : value)
}

/** Returns a reviver for JSON.parse that reduces the URLs of own images to their paths. */
export function createImageReviver(origin: string): (key: string, value: unknown) => unknown {
  return (key, value) => (IMAGE_FIELDS.has(key) ? toImagePath(value, origin) : value)
}

/** Returns the path of the URL of an own image. Returns other values as they are. */
export function toImagePath(value: unknown, origin: string): unknown {
  return typeof value === 'string' && value.startsWith(origin + OWN_IMAGES) ? value.slice(origin.length) : value
}

/** Reduces the URLs of own images to their paths in the fields of a request body, and in those of the objects in it. */
export function toStoredImages(body: unknown, origin: string): unknown {
  return mapFields(body, (key, value) =>
    IMAGE_FIELDS.has(key)
      ? toImagePath(value, origin)
      : mapFields(value, (inner, text) => (IMAGE_FIELDS.has(inner) ? toImagePath(text, origin) : text)),
  )
}

function mapFields(object: unknown, map: (key: string, value: unknown) => unknown): unknown {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return object
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(key, value)]))
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(OWN_IMAGES)
}
