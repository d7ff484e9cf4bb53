/** Completes a typed web address. No zod, because the links editor loads it at once. */

/** `example.org/tides` → `https://example.org/tides`. Other texts, and URLs with a scheme, stay as they are. */
export function addScheme(url: string): string {
  // `example.org:8080` begins with a host and a port, not with a scheme.
  return /^(?![a-z][a-z\d+.-]*:(?!\d))[^\s/?#]+\.[^\s/?#.]+/i.test(url) ? `https://${url}` : url
}
