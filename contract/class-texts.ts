/** The optional fields of a class, which its page shows. */
import { z } from 'zod'
import { LEVELS } from './levels.ts'
import { MarkdownText, Text } from './values/fields.ts'
import { MAX_CLASS_TEXT_LENGTH, MAX_DESCRIPTION_LENGTH, MAX_EXPOSURE_LENGTH } from './values/limits.ts'

export const Level = z.enum(LEVELS)
export type Level = z.infer<typeof Level>

/** Exposure of the image of a class, in one line: `ISO 100 · f/8 · 1/125 s · 06:40`. */
export const Exposure = Text.trim().max(MAX_EXPOSURE_LENGTH)

/** The texts of a class's page. */
export const ClassTexts = z.object({
  /** Markdown. */
  description: MarkdownText.max(MAX_DESCRIPTION_LENGTH),
  /** Equipment to bring, in Markdown. */
  bring: MarkdownText.max(MAX_CLASS_TEXT_LENGTH),
  /** Works to be made, in Markdown. */
  outcome: MarkdownText.max(MAX_CLASS_TEXT_LENGTH),
})
