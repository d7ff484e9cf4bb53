/** A class as a form has it: what is typed, and a picture that may be on its way. */
import type { ClassChange, SchoolClass } from '#contract/classes.ts'
import type { PictureUpload } from '#web/features/pictures/picture-upload.ts'

export interface ClassDraft {
  className: string
  /** Null where none was chosen. */
  picture: PictureUpload | null
  seats: string
  price: string
}

/** The same once it has been checked. */
export interface CheckedDraft {
  className: string
  picture: PictureUpload | null
  seats: number
  price: number
}

/** What the rules have to know. */
export interface RulesContext {
  /** ISO 4217, lower case. */
  currency: string
}

export const EMPTY_DRAFT: ClassDraft = { className: '', picture: null, seats: '', price: '' }

export function draftOf({ className, seats, price }: SchoolClass): ClassDraft {
  return { className, picture: null, seats: `${seats}`, price: `${price}` }
}

/** What of a class a draft changes; waits for its picture. @throws NotSent */
export async function changesOf({ picture, ...draft }: CheckedDraft, was: SchoolClass): Promise<ClassChange> {
  return {
    ...(draft.className === was.className ? {} : { className: draft.className }),
    ...(picture ? { classImage: await picture.address() } : {}),
    ...(draft.seats === was.seats ? {} : { seats: draft.seats }),
    ...(draft.price === was.price ? {} : { price: draft.price }),
  }
}
