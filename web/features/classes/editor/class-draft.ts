/** The draft of a class in a form: the typed texts, and an image that may still be uploading. */
import type { ClassChange, SchoolClass } from '#contract/classes.ts'
import type { ImageUpload } from '#web/features/images/image-upload.ts'

export interface ClassDraft {
  className: string
  /** Null if the user has chosen none. */
  image: ImageUpload | null
  seats: string
  price: string
}

/** A draft after validation. */
export interface ValidDraft {
  className: string
  image: ImageUpload | null
  seats: number
  price: number
}

/** The context of the validation. */
export interface RulesContext {
  /** ISO 4217, lower case. */
  currency: string
}

export const EMPTY_DRAFT: ClassDraft = { className: '', image: null, seats: '', price: '' }

export function toDraft({ className, seats, price }: SchoolClass): ClassDraft {
  return { className, image: null, seats: `${seats}`, price: `${price}` }
}

/** Returns the fields in which a draft differs from `base`, after its image is uploaded. @throws UploadError */
export async function findChanges({ image, ...draft }: ValidDraft, base: SchoolClass): Promise<ClassChange> {
  return {
    ...(draft.className === base.className ? {} : { className: draft.className }),
    ...(image ? { classImage: await image.url() } : {}),
    ...(draft.seats === base.seats ? {} : { seats: draft.seats }),
    ...(draft.price === base.price ? {} : { price: draft.price }),
  }
}
