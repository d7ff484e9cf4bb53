/** The checks of the school's settings: those of the server, for texts as they are typed. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { findAccentProblem } from '#contract/accent.ts'
import { School } from '#contract/school.ts'
import type { ImageDraft } from '#web/features/images/image-draft.ts'

const image = z.custom<ImageDraft>()

const accent = z.string().superRefine((text, { addIssue }) => {
  const problem = text && findAccentProblem(text)
  if (problem) addIssue(`This color ${problem}`)
})

export const rules = zodResolver(
  z.object({
    ...School.shape,
    logo: image,
    logo_dark: image,
    favicon: image,
    accent,
    time_zone: z.string(),
    country: z.string(),
  }),
)
