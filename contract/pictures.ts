/** Pictures that people bring. */
import { z } from 'zod'
import { PictureUrl } from './fields.ts'

export { LARGEST_PICTURE, MOST_PIXELS, PICTURE_TYPES } from './picture-limits.ts'

/** In the words of image hosts: `display_url` is what a class carries as its picture. */
export const PictureUploaded = z.object({
  success: z.literal(true),
  data: z.object({
    display_url: PictureUrl,
    /** Pixels. */
    width: z.int(),
    height: z.int(),
  }),
})
export type PictureUploaded = z.infer<typeof PictureUploaded>
