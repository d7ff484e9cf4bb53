/** A class that changed on the server while its form was open. */
import type { SchoolClass } from '#contract/classes.ts'
import * as Drafts from '#web/ui/forms/draft-conflict.ts'
import type { RecordConflict } from '#web/ui/forms/use-conflict.ts'
import { type ClassDraft, toDraft } from './class-draft.ts'

export type ClassConflict = RecordConflict<SchoolClass, ClassDraft>

export type TextField = Exclude<keyof ClassDraft, 'image'>

/** Returns the conflict of the drafts. */
export function toDrafts({ before, now, mine }: ClassConflict): Drafts.DraftConflict<ClassDraft> {
  return { before: toDraft(before), now: toDraft(now), mine }
}

/** Returns whose change of a field the form shows: `current` if only the server's changed, `mine` if the draft's did too. */
export function findDifference(conflict: ClassConflict, field: TextField): 'current' | 'mine' | null {
  return Drafts.findDifference(toDrafts(conflict), field)
}

/** Returns the next draft: fields that the user edited stay, the others come from the server. */
export function mergeDraft(conflict: ClassConflict): ClassDraft {
  return { ...Drafts.mergeDraft(toDrafts(conflict)), image: conflict.mine.image }
}
