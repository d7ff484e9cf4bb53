/** The checks of a class's fields in a form. */
import { z } from 'zod'
import { readClassPrice } from '#contract/class-price.ts'
import { LEVELS } from '#contract/levels.ts'
import {
  MAX_CLASS_TEXT_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_EXPOSURE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SEATS,
  MAX_SHORT_TEXT_LENGTH,
} from '#contract/values/limits.ts'
import type { ImageDraft } from '#web/features/images/image-draft.ts'
import type { ImageUpload } from '#web/features/images/image-upload.ts'

const INVALID_SEATS = `seats must be a whole number from 0 to ${MAX_SEATS.toLocaleString('en')}`

export const optionalImage = z.custom<ImageUpload | null>()
export const requiredImage = optionalImage.transform((image, { addIssue }) => {
  if (image) return image
  addIssue('photo is required')
  return z.NEVER
})

const createText = (name: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `${name} should have at most ${max.toLocaleString('en')} characters`)

/** The optional fields of a class's page. */
const PAGE_FIELDS = {
  level: z.enum(LEVELS),
  exposure: createText('exposure', MAX_EXPOSURE_LENGTH),
  camera: createText('camera', MAX_NAME_LENGTH),
  focus: z.string(),
  alt: createText('alternative text', MAX_SHORT_TEXT_LENGTH),
  caption: createText('caption', MAX_SHORT_TEXT_LENGTH),
  description: createText('description', MAX_DESCRIPTION_LENGTH),
  bring: createText('what to bring', MAX_CLASS_TEXT_LENGTH),
  outcome: createText('what students make', MAX_CLASS_TEXT_LENGTH),
  terms_id: z.string(),
  image2: z.custom<ImageDraft>(),
  focus2: z.string(),
  alt2: createText('alternative text', MAX_SHORT_TEXT_LENGTH),
  image3: z.custom<ImageDraft>(),
  focus3: z.string(),
  alt3: createText('alternative text', MAX_SHORT_TEXT_LENGTH),
}

/** Returns the fields beside the image, for prices in `currency`. */
export function createDraftFields(currency: string) {
  return {
    className: z
      .string()
      .trim()
      .min(1, 'name is required')
      .max(MAX_NAME_LENGTH, `name should have at most ${MAX_NAME_LENGTH} characters`),
    seats: z
      .string()
      .min(1, 'seats is required')
      .transform(Number)
      .pipe(z.int(INVALID_SEATS).min(0, INVALID_SEATS).max(MAX_SEATS, INVALID_SEATS)),
    price: z
      .string()
      .min(1, 'price is required')
      .transform((text, { addIssue }) => {
        const reading = readClassPrice(text, currency)
        if ('price' in reading) return reading.price
        addIssue(reading.problem)
        return z.NEVER
      }),
    ...PAGE_FIELDS,
  }
}
