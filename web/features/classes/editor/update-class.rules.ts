/** The checks of an edited class: only what the server would reject. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { z } from 'zod'
import { createDraftFields, optionalImage } from './class-draft.rules.ts'
import type { ClassDraft, RulesContext, ValidDraft } from './class-draft.ts'

export const rules: Resolver<ClassDraft, RulesContext, ValidDraft> = (draft, context, options) => {
  const schema = z.object({ image: optionalImage, ...createDraftFields(context?.currency ?? '') })
  return zodResolver(schema)(draft, context, options)
}
