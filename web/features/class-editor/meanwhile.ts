/** A class that somebody has changed while its form was open. */
import type { SchoolClass } from '#contract/classes.ts'
import { changedBy } from '#web/ui/changed-by.ts'
import { type ClassDraft, draftOf } from './class-draft.ts'

export interface Meanwhile {
  /** As the form began with it. */
  before: SchoolClass
  now: SchoolClass
  /** What stood in the form when it was refused. */
  mine: ClassDraft
}

export type TextField = Exclude<keyof ClassDraft, 'picture'>

/** Whose change of a field there is to show, if any. */
export function differenceOf({ before, now, mine }: Meanwhile, field: TextField): 'theirs' | 'mine' | null {
  return changedBy(draftOf(before)[field], draftOf(now)[field], mine[field])
}

/** What the form goes on with: what was typed stays, and what was not touched is as it is now. */
export function mergedDraft(meanwhile: Meanwhile): ClassDraft {
  const { now, mine } = meanwhile
  const taken = (field: TextField) => (differenceOf(meanwhile, field) === 'mine' ? mine : draftOf(now))[field]
  return { picture: mine.picture, className: taken('className'), seats: taken('seats'), price: taken('price') }
}
