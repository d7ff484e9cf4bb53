/** The checks of feedback. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { Feedback } from '#contract/classes.ts'

export type FeedbackForm = z.infer<typeof Feedback>

export const rules = zodResolver(Feedback)
