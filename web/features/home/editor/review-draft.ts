/** The draft of a review in a form. */
import type { ManagedReview, NewReview, ReviewChange } from '#contract/home.ts'
import { type ImageDraft, readImageUrl } from '#web/features/images/image-draft.ts'

export interface ReviewDraft {
  image: ImageDraft
  title: string
  role: string
  description: string
  consent: string
  published: boolean
}

export function toDraft(review: ManagedReview | null): ReviewDraft {
  const { title = '', role = '', description = '', consent = '', published = true } = review ?? {}
  return { image: null, title, role, description, consent, published }
}

/** Returns the fields of a draft that differ from the review. @throws UploadError */
export async function findChanges(draft: ReviewDraft, review: ManagedReview | null): Promise<NewReview & ReviewChange> {
  const { image, ...fields } = draft
  const before = toDraft(review)
  const names = Object.keys(fields) as (keyof typeof fields)[]
  const changed = names.filter((name) => !review || fields[name] !== before[name]).map((name) => [name, fields[name]])
  const url = await readImageUrl(image)
  return { ...Object.fromEntries(changed), ...(url === undefined ? {} : { image_url: url ?? '' }) }
}
