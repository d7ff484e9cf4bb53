/** The draft of a slide in a form. */
import type { ManagedSlide, NewSlide, SlideChange } from '#contract/home.ts'
import type { ImageUpload } from '#web/features/images/image-upload.ts'

export interface SlideDraft {
  /** Null keeps the stored image. */
  image: ImageUpload | null
  focus: string
  title: string
  description: string
  published: boolean
}

export function toDraft(slide: ManagedSlide | null): SlideDraft {
  const { focus = '', title = '', description = '', published = true } = slide ?? {}
  return { image: null, focus, title, description, published }
}

/** Returns the fields of a draft that differ from the slide. @throws UploadError */
export async function findChanges(draft: SlideDraft, slide: ManagedSlide | null): Promise<NewSlide & SlideChange> {
  const { image, ...fields } = draft
  const before = toDraft(slide)
  const names = Object.keys(fields) as (keyof typeof fields)[]
  const changed = names.filter((name) => !slide || fields[name] !== before[name]).map((name) => [name, fields[name]])
  return { ...Object.fromEntries(changed), ...(image ? { img: await image.url(), focus: draft.focus } : {}) }
}
