/** The checks of a slide. A new one needs an image. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { z } from 'zod'
import { NewSlide } from '#contract/home.ts'
import { optionalImage, requiredImage } from '#web/features/classes/editor/class-draft.rules.ts'
import type { RulesContext } from '#web/forms/use-content-form.ts'
import type { SlideDraft } from './slide-draft.ts'

export const rules: Resolver<SlideDraft, RulesContext> = (draft, context, options) => {
  const { title, description } = NewSlide.shape
  const image = context?.isNew ? requiredImage : optionalImage
  const schema = z.object({ image, focus: z.string(), title, description, published: z.boolean() })
  return zodResolver(schema)(draft, undefined, options)
}
