/** What a form checks of a class before it is saved. */
import { z } from 'zod'
import { priceProblem } from '#contract/class-price.ts'
import { MOST_SEATS } from '#contract/classes.ts'
import type { PictureUpload } from '#web/features/pictures/picture-upload.ts'

const SEATS = `seats must be a whole number from 0 to ${MOST_SEATS.toLocaleString('en')}`

export const anyPicture = z.custom<PictureUpload | null>()
export const somePicture = anyPicture.transform((picture, { addIssue }) => {
  if (picture) return picture
  addIssue('photo is required')
  return z.NEVER
})

/** The fields beside the picture, for prices in `currency`. */
export function draftFields(currency: string) {
  return {
    className: z.string().trim().min(1, 'name is required').max(200, 'name should have at most 200 characters'),
    seats: z
      .string()
      .min(1, 'seats is required')
      .transform(Number)
      .pipe(z.int(SEATS).min(0, SEATS).max(MOST_SEATS, SEATS)),
    price: z
      .string()
      .min(1, 'price is required')
      .transform(Number)
      .check(({ value, issues }) => {
        const message = priceProblem(value, currency)
        if (message) issues.push({ code: 'custom', message, input: value })
      }),
  }
}
