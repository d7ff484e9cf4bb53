/** The draft of a class in a form: the typed texts, and an image that may still be uploading. */
import type { Level } from '#contract/class-texts.ts'
import type { ClassChange, SchoolClass } from '#contract/classes.ts'
import { type ImageDraft, readImageUrl } from '#web/features/images/image-draft.ts'
import type { ImageUpload } from '#web/features/images/image-upload.ts'

/** The optional fields, which the class's page shows. */
interface PageFields {
  level: Level
  exposure: string
  camera: string
  focus: string
  alt: string
  caption: string
  description: string
  bring: string
  outcome: string
  /** The id of its cancellation terms; empty for the default. */
  terms_id: string
  image2: ImageDraft
  focus2: string
  alt2: string
  image3: ImageDraft
  focus3: string
  alt3: string
}

export interface ClassDraft extends PageFields {
  className: string
  /** Null if the user has chosen none. */
  image: ImageUpload | null
  seats: string
  price: string
}

/** A draft after validation. */
export interface ValidDraft extends PageFields {
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

const EMPTY_PAGE: PageFields = {
  level: 'any',
  exposure: '',
  camera: '',
  focus: '',
  alt: '',
  caption: '',
  description: '',
  bring: '',
  outcome: '',
  terms_id: '',
  image2: null,
  focus2: '',
  alt2: '',
  image3: null,
  focus3: '',
  alt3: '',
}

export const EMPTY_DRAFT: ClassDraft = { className: '', image: null, seats: '', price: '', ...EMPTY_PAGE }

export function toDraft({ className, seats, price, level, terms_id, ...schoolClass }: SchoolClass): ClassDraft {
  const { exposure = '', camera = '', focus = '', alt = '', caption = '' } = schoolClass
  const { description = '', bring = '', outcome = '' } = schoolClass
  const { focus2 = '', alt2 = '', focus3 = '', alt3 = '' } = schoolClass
  const further = { image2: null, focus2, alt2, image3: null, focus3, alt3 }
  const texts = { exposure, camera, focus, alt, caption, description, bring, outcome, ...further }
  return { className, image: null, seats: `${seats}`, price: `${price}`, level, ...texts, terms_id: terms_id ?? '' }
}

/**
 * Returns the fields in which a draft differs from `base`, after its image is uploaded. A new image takes what is said about it along.
 * @throws UploadError
 */
export async function findChanges(
  { image, image2, image3, ...draft }: ValidDraft,
  base: SchoolClass,
): Promise<ClassChange> {
  const current: Omit<ValidDraft, 'image' | 'image2' | 'image3'> = {
    ...toDraft(base),
    seats: base.seats,
    price: base.price,
  }
  const { focus, alt, caption, camera } = draft
  const fields = Object.keys(draft) as (keyof typeof draft)[]
  const changes = fields.filter((field) => draft[field] !== current[field]).map((field) => [field, draft[field]])
  const { terms_id, ...changed }: Partial<typeof draft> = Object.fromEntries(changes)
  return {
    ...changed,
    ...(await readFurther({ image2, image3, ...draft })),
    ...(terms_id === undefined ? {} : { terms_id: terms_id || null }),
    ...(image ? { classImage: await image.url(), focus, alt, caption, camera } : {}),
  }
}

type FurtherDraft = Pick<ValidDraft, 'image2' | 'focus2' | 'alt2' | 'image3' | 'focus3' | 'alt3'>

/** Returns the further images that the user has replaced or removed, after their upload, with their focal points and texts. @throws UploadError */
export async function readFurther({ image2, focus2, alt2, image3, focus3, alt3 }: FurtherDraft): Promise<ClassChange> {
  const [second, third] = [await readImageUrl(image2), await readImageUrl(image3)]
  return {
    ...(second !== undefined && (second ? { classImage2: second, focus2, alt2 } : { classImage2: '' })),
    ...(third !== undefined && (third ? { classImage3: third, focus3, alt3 } : { classImage3: '' })),
  }
}
