/** Returns the form in which codes are compared: without case, spaces and hyphens of any kind. */
export function normalizeCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\u00ad]/gu, '')
    .toUpperCase()
}
