/** The home page's slides and reviews: what visitors see, and what admins edit. */
import { z } from 'zod'
import { Focus } from './class-texts.ts'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ShownCredit } from './image-credit.ts'
import { ById, Deleted, Id, ImageUrl, Inserted, LinesText, LineText, Modified } from './values/fields.ts'
import { MAX_CLASS_TEXT_LENGTH, MAX_NAME_LENGTH, MAX_SHORT_TEXT_LENGTH } from './values/limits.ts'

export const Slide = z.object({
  img: z.string(),
  /** Absent for the middle. */
  focus: Focus.optional(),
  title: z.string(),
  description: z.string(),
  /** Credit of the image; absent where the file has none. */
  credit: ShownCredit.optional(),
})
export type Slide = z.infer<typeof Slide>

export const Review = z.object({
  id: Id,
  image_url: z.string(),
  title: z.string(),
  role: z.string(),
  description: z.string(),
})
export type Review = z.infer<typeof Review>

const Title = LineText.min(1, 'title is required').max(MAX_NAME_LENGTH)

const SlideFields = z.object({
  img: ImageUrl,
  /** A change of the image without it makes it blank. */
  focus: Focus,
  title: Title,
  description: LineText.max(MAX_SHORT_TEXT_LENGTH),
  /** The place among all slides, from 0. A slide moves the later ones; the default is the last place. */
  position: z.int().min(0).optional(),
  published: z.boolean(),
})
export const NewSlide = SlideFields.extend({
  focus: SlideFields.shape.focus.optional(),
  published: z.boolean().default(true),
})
export type NewSlide = z.infer<typeof NewSlide>

/** Absent fields stay as they are. */
export const SlideChange = SlideFields.partial()
export type SlideChange = z.infer<typeof SlideChange>

/** A slide as admins see it, drafts too. `version` is for `If-Match`; the order does not count. */
export const ManagedSlide = Slide.omit({ credit: true }).extend({ _id: Id, published: z.boolean(), version: z.int() })
export type ManagedSlide = z.infer<typeof ManagedSlide>

const ReviewFields = z.object({
  /** The name of the reviewer. */
  title: Title,
  description: LinesText.min(1, 'text is required').max(MAX_CLASS_TEXT_LENGTH),
  /** Blank for none. */
  image_url: ImageUrl.or(z.literal('')),
  role: LineText.max(MAX_NAME_LENGTH),
  /** Date and form of the person's consent to the publication. Only admins see it. */
  consent: LineText.max(MAX_SHORT_TEXT_LENGTH),
  published: z.boolean(),
  /** An enrolment of the student who says it. The review then needs a consent before it is published. */
  enrolmentId: Id.optional(),
})
export const NewReview = ReviewFields.extend({
  image_url: ReviewFields.shape.image_url.default(''),
  role: ReviewFields.shape.role.default(''),
  consent: ReviewFields.shape.consent.default(''),
  published: z.boolean().default(true),
})
export type NewReview = z.infer<typeof NewReview>

/** Absent fields stay as they are. */
export const ReviewChange = ReviewFields.partial()
export type ReviewChange = z.infer<typeof ReviewChange>

/** A review as admins see it, drafts too. */
export const ManagedReview = Review.omit({ id: true }).extend({
  _id: Id,
  consent: z.string(),
  /** True if an admin has chosen the student who says it. */
  ofStudent: z.boolean(),
  published: z.boolean(),
  version: z.int(),
})
export type ManagedReview = z.infer<typeof ManagedReview>

/** A review in the data of the student who says it. */
export const OwnReview = ManagedReview.pick({ title: true, description: true, consent: true, published: true })
export type OwnReview = z.infer<typeof OwnReview>

const publicEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listSlides: endpoint({
    method: 'GET',
    path: '/sliders',
    summary: 'Lists the published slides of the hero slider.',
    access: 'anyone',
    response: z.array(Slide),
    cached: true,
  }),
  listReviews: endpoint({
    method: 'GET',
    path: '/reviews',
    summary: 'Lists the published testimonials.',
    access: 'anyone',
    response: z.array(Review),
    cached: true,
  }),
}))

const slideEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listManagedSlides: endpoint({
    method: 'GET',
    path: '/slides',
    summary: 'Lists all slides in their order, drafts too.',
    access: 'admin',
    response: z.array(ManagedSlide),
  }),
  addSlide: endpoint({
    method: 'POST',
    path: '/slides',
    summary: 'Adds a slide.',
    access: 'admin',
    body: NewSlide,
    response: Inserted,
  }),
  changeSlide: endpoint({
    method: 'PATCH',
    path: '/slide/{id}',
    summary: 'Changes, moves or publishes a slide.',
    access: 'admin',
    params: ById,
    body: SlideChange,
    response: Modified,
    versioned: true,
  }),
  deleteSlide: endpoint({
    method: 'DELETE',
    path: '/slide/{id}',
    summary: 'Deletes a slide.',
    access: 'admin',
    params: ById,
    response: Deleted,
  }),
}))

const reviewEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listManagedReviews: endpoint({
    method: 'GET',
    path: '/reviews/all',
    summary: 'Lists all testimonials, drafts too.',
    access: 'admin',
    response: z.array(ManagedReview),
  }),
  addReview: endpoint({
    method: 'POST',
    path: '/reviews',
    summary: 'Adds a testimonial.',
    access: 'admin',
    body: NewReview,
    response: Inserted,
  }),
  changeReview: endpoint({
    method: 'PATCH',
    path: '/review/{id}',
    summary: 'Changes or publishes a testimonial.',
    access: 'admin',
    params: ById,
    body: ReviewChange,
    response: Modified,
    versioned: true,
  }),
  deleteReview: endpoint({
    method: 'DELETE',
    path: '/review/{id}',
    summary: 'Deletes a testimonial.',
    access: 'admin',
    params: ById,
    response: Deleted,
  }),
}))

export const homeEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  ...publicEndpoints,
  ...slideEndpoints,
  ...reviewEndpoints,
}))
