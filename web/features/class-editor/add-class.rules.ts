/** What the form checks before a class is added. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { z } from 'zod'
import type { PictureUpload } from '#web/features/pictures/picture-upload.ts'
import { draftFields, somePicture } from './class-draft.rules.ts'
import type { CheckedDraft, ClassDraft, RulesContext } from './class-draft.ts'

export interface CompleteDraft extends CheckedDraft {
  picture: PictureUpload
}

export const rules: Resolver<ClassDraft, RulesContext, CompleteDraft> = (draft, context, options) => {
  const schema = z.object({ picture: somePicture, ...draftFields(context?.currency ?? '') })
  return zodResolver(schema)(draft, context, options)
}
