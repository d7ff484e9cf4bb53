/** The checks of a page. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { z } from 'zod'
import { NewPage } from '#contract/pages.ts'
import { MAX_POSITION } from '#contract/values/limits.ts'
import type { RulesContext } from '#web/forms/use-content-form.ts'
import type { PageDraft } from './page-draft.ts'

const { title, slug, summary, text } = NewPage.shape

const schema = z.object({
  title,
  slug,
  summary: summary.unwrap(),
  text,
  position: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, `must be a number from 0 to ${MAX_POSITION}`),
  published: z.boolean(),
  in_menu: z.boolean(),
  in_footer: z.boolean(),
  reviewed: z.boolean(),
})

export const rules: Resolver<PageDraft, RulesContext> = (draft, _context, options) =>
  zodResolver(schema)(draft, undefined, options)
