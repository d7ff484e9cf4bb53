/** The optional fields of a class, which its page shows. */
import { z } from 'zod'
import { FOCUS } from './focus.ts'
import { LEVELS } from './levels.ts'
import { ImageUrl, LineText, MarkdownText, Text } from './values/fields.ts'
import {
  MAX_CLASS_TEXT_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_EXPOSURE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SHORT_TEXT_LENGTH,
} from './values/limits.ts'

export const Level = z.enum(LEVELS)
export type Level = z.infer<typeof Level>

/** Exposure of the image of a class, in one line: `ISO 100 · f/8 · 1/125 s · 06:40`. */
export const Exposure = Text.trim().max(MAX_EXPOSURE_LENGTH)

/** The focal point of an image: `30% 60%` from the left and the top; blank for the middle. */
export const Focus = Text.regex(FOCUS, 'must be two percentages, such as 30% 60%, or whole')

/** Texts and focal point of a class's image. A change of the image without them makes them blank. */
export const ImageTexts = z.object({
  focus: Focus,
  /** Alternative text of the image. */
  alt: LineText.max(MAX_SHORT_TEXT_LENGTH),
  /** Camera, lens and focal length, in one line. */
  camera: LineText.max(MAX_NAME_LENGTH),
  /** Stands below the image on the class's page. */
  caption: LineText.max(MAX_SHORT_TEXT_LENGTH),
})

/**
 * Up to two pictures beside the texts of a class's page. A change of one without its focal point and text makes these blank, and a blank
 * URL removes it.
 */
export const FurtherImages = z.object({
  classImage2: ImageUrl.or(z.literal('')),
  focus2: Focus,
  alt2: ImageTexts.shape.alt,
  classImage3: ImageUrl.or(z.literal('')),
  focus3: Focus,
  alt3: ImageTexts.shape.alt,
})

/** The texts of a class's page. */
export const ClassTexts = z.object({
  /** Markdown. */
  description: MarkdownText.max(MAX_DESCRIPTION_LENGTH),
  /** Equipment to bring, in Markdown. */
  bring: MarkdownText.max(MAX_CLASS_TEXT_LENGTH),
  /** Works to be made, in Markdown. */
  outcome: MarkdownText.max(MAX_CLASS_TEXT_LENGTH),
})
