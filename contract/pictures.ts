/** Pictures that people bring. */
import { z } from 'zod'
import { PictureUrl } from './fields.ts'

/** Bytes. */
export const LARGEST_PICTURE = 20 * 1024 * 1024

/** Pixels, width by height. */
export const MOST_PIXELS = 50_000_000

/** What browsers call the kinds that are taken. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

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
