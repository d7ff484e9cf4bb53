/** The optional fields of a class, which its page shows. */
import { z } from 'zod'
import { LEVELS } from './levels.ts'
import { LinesText } from './values/fields.ts'
import { MAX_CLASS_TEXT_LENGTH, MAX_DESCRIPTION_LENGTH } from './values/limits.ts'

export const Level = z.enum(LEVELS)
export type Level = z.infer<typeof Level>

/** The texts of a class's page. */
export const ClassTexts = z.object({
  /** Markdown. */
  description: LinesText.max(MAX_DESCRIPTION_LENGTH),
  /** What students bring, in Markdown. */
  bring: LinesText.max(MAX_CLASS_TEXT_LENGTH),
  /** What students make, in Markdown. */
  outcome: LinesText.max(MAX_CLASS_TEXT_LENGTH),
})
