/** A draft whose record changed on the server while its form was open. */

export interface DraftConflict<Draft> {
  /** The draft that the form started from. */
  before: Draft
  now: Draft
  /** The draft in the form when the server rejected it. */
  mine: Draft
}

/** Returns whose change of a field the form shows: `current` if only the server's changed, `mine` if the draft's did too; null if they agree. */
export function findDifference<Draft>(
  { before, now, mine }: DraftConflict<Draft>,
  field: keyof Draft,
): 'current' | 'mine' | null {
  if (isSame(mine[field], now[field])) return null
  return isSame(mine[field], before[field]) ? 'current' : 'mine'
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns the next draft: fields that the user edited stay, the others come from the server. */
export function mergeDraft<Draft extends object>(conflict: DraftConflict<Draft>): Draft {
  const fields = Object.keys(conflict.now) as (keyof Draft)[]
  const edited = fields.filter((field) => findDifference(conflict, field) === 'mine')
  return { ...conflict.now, ...Object.fromEntries(edited.map((field) => [field, conflict.mine[field]])) }
}
