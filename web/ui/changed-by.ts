/**
 * Who has changed something between two readings: them only, or me (and perhaps them too); null where there is nothing to
 * choose. `was` is what I have read, `is` what stands there now, `own` what I want to put there.
 */
export function changedBy(was: unknown, is: unknown, own: unknown): 'theirs' | 'mine' | null {
  if (same(own, is)) return null
  return same(own, was) ? 'theirs' : 'mine'
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
