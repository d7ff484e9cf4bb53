/** The checks of a review. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { z } from 'zod'
import { NewReview } from '#contract/home.ts'
import type { ImageDraft } from '#web/features/images/image-draft.ts'
import type { RulesContext } from '#web/forms/use-content-form.ts'
import type { ReviewDraft } from './review-draft.ts'

const { title, description, role, consent } = NewReview.shape

const schema = z.object({
  image: z.custom<ImageDraft>(),
  title,
  description,
  role: role.unwrap(),
  consent: consent.unwrap(),
  published: z.boolean(),
  photo: z.string(),
  enrolmentId: z.string(),
})

const checked = schema.refine(({ enrolmentId, published, consent }) => !enrolmentId || !published || consent, {
  path: ['consent'],
  error: 'Note when and how the student agreed, before you publish it.',
})

export const rules: Resolver<ReviewDraft, RulesContext> = (draft, _context, options) =>
  zodResolver(checked)(draft, undefined, options)
