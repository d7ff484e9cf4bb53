/**
 * Returns which version a form shows after a conflict: `current` if only another user has changed the value, `mine` if I have, perhaps
 * both; null if the versions agree. `before` is what I have read, `now` the current value, `mine` the value in my form.
 */
export function compareVersions(before: unknown, now: unknown, mine: unknown): 'current' | 'mine' | null {
  if (isSame(mine, now)) return null
  return isSame(mine, before) ? 'current' : 'mine'
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
