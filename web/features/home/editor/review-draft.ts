/** The draft of a review in a form. */
import type { ManagedReview, NewReview, ReviewChange } from '#contract/home.ts'
import { type ImageDraft, readImageUrl } from '#web/features/images/image-draft.ts'

export interface ReviewDraft {
  image: ImageDraft
  /** The URL of the photo of a student who was chosen. */
  photo: string
  /** An enrolment of the student who was chosen. */
  enrolmentId: string
  title: string
  role: string
  description: string
  consent: string
  published: boolean
}

export function toDraft(review: ManagedReview | null): ReviewDraft {
  const { title = '', role = '', description = '', consent = '', published = true } = review ?? {}
  return { image: null, photo: '', enrolmentId: '', title, role, description, consent, published }
}

/** Returns the fields of a draft that differ from the review. @throws UploadError */
export async function findChanges(draft: ReviewDraft, review: ManagedReview | null): Promise<NewReview & ReviewChange> {
  const { image, photo, enrolmentId, ...fields } = draft
  const before = toDraft(review)
  const names = Object.keys(fields) as (keyof typeof fields)[]
  const changed = names.filter((name) => !review || fields[name] !== before[name]).map((name) => [name, fields[name]])
  const url = await readImageUrl(image)
  const chosen = url === undefined ? photo || undefined : (url ?? '')
  return {
    ...Object.fromEntries(changed),
    ...(chosen !== undefined && { image_url: chosen }),
    ...(enrolmentId && { enrolmentId }),
  }
}
