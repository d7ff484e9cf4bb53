/** A class that changed on the server while its form was open. */
import type { SchoolClass } from '#contract/classes.ts'
import { compareVersions } from '#web/ui/forms/compare-versions.ts'
import { type ClassDraft, toDraft } from './class-draft.ts'

export interface ClassConflict {
  /** The class that the form started from. */
  before: SchoolClass
  now: SchoolClass
  /** The draft in the form when the server rejected it. */
  mine: ClassDraft
}

export type TextField = Exclude<keyof ClassDraft, 'image'>

/** Returns whose change of a field the form shows: `current` if only the server's changed, `mine` if the draft's did too. */
export function findDifference({ before, now, mine }: ClassConflict, field: TextField): 'current' | 'mine' | null {
  return compareVersions(toDraft(before)[field], toDraft(now)[field], mine[field])
}

/** Returns the next draft: fields that the user edited stay, the others come from the server. */
export function mergeDraft(conflict: ClassConflict): ClassDraft {
  const { now, mine } = conflict
  const { image: _image, ...current } = toDraft(now)
  const fields = Object.keys(current) as TextField[]
  const edits = fields
    .filter((field) => findDifference(conflict, field) === 'mine')
    .map((field) => [field, mine[field]])
  return { ...current, image: mine.image, ...Object.fromEntries(edits) }
}
