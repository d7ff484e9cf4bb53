/** The checks of a new class. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { z } from 'zod'
import type { ImageUpload } from '#web/features/images/image-upload.ts'
import { createDraftFields, requiredImage } from './class-draft.rules.ts'
import type { ClassDraft, RulesContext, ValidDraft } from './class-draft.ts'

export interface CompleteDraft extends ValidDraft {
  image: ImageUpload
}

export const rules: Resolver<ClassDraft, RulesContext, CompleteDraft> = (draft, context, options) => {
  const schema = z.object({ image: requiredImage, ...createDraftFields(context?.currency ?? '') })
  return zodResolver(schema)(draft, context, options)
}
