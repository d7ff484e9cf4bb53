/** Values of one tab, which outlast a reload and a login, and end with the tab. A browser may forbid to store them. */

/** Returns the object that is stored under a key, or null. Other pages of the origin may have stored it: check its fields. */
export function loadFromTab(key: string): Record<string, unknown> | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof stored === 'object' ? (stored as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

/** Stores an object under a key; null removes what is stored. */
export function storeInTab(key: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The value is lost with the next load of a page.
  }
}
