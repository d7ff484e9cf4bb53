/** The checks of a profile before it is saved. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { Profile } from '#contract/profiles.ts'
import type { ImageDraft } from '#web/features/images/image-draft.ts'

export const rules = zodResolver(Profile.extend({ portrait: z.custom<ImageDraft>(), focus: z.string() }))
