/** What the form checks before a class is changed: no more than what the server would refuse. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { z } from 'zod'
import { anyPicture, draftFields } from './class-draft.rules.ts'
import type { CheckedDraft, ClassDraft, RulesContext } from './class-draft.ts'

export const rules: Resolver<ClassDraft, RulesContext, CheckedDraft> = (draft, context, options) => {
  const schema = z.object({ picture: anyPicture, ...draftFields(context?.currency ?? '') })
  return zodResolver(schema)(draft, context, options)
}
