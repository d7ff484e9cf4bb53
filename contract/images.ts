/** Uploaded images. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ImageCredentials, ImageCredit } from './image-credit.ts'

/**
 * Losses and possible errors of an accepted image: colors of print, an HDR gain map, which is
 * left out, and transparency, which is white in e-mails.
 */
export const ImageWarning = z.enum(['cmyk', 'gain_map', 'transparent'])
export type ImageWarning = z.infer<typeof ImageWarning>

/** The format of image hosts: `display_url` is the value for a class's image. */
export const UploadedImage = z.object({
  success: z.literal(true),
  data: z.object({
    display_url: z.string(),
    /** Pixels. */
    width: z.int(),
    height: z.int(),
    /** ISO, aperture, shutter and time of day of the uploaded file, as one line. */
    exposure: z.string().optional(),
    /** Camera, lens and focal length, as one line. */
    camera: z.string().optional(),
    /** Alternative text, caption and credit from the uploaded file, as far as it has them. */
    alt: z.string().optional(),
    caption: z.string().optional(),
    credit: ImageCredit.optional(),
    /** Absent where the file has none, or none that its signature proves. */
    credentials: ImageCredentials.optional(),
    /** Absent where there are none. */
    warnings: z.array(ImageWarning).optional(),
  }),
})
export type UploadedImage = z.infer<typeof UploadedImage>

export const imagesEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  uploadPicture: endpoint({
    method: 'POST',
    path: '/images',
    summary: 'Uploads an image of a class (JPEG, PNG, WebP, AVIF or HEIC), and returns its URL.',
    access: 'instructor',
    response: UploadedImage,
    upload: 'image',
    rateLimit: { max: 60, minutes: 10 },
  }),
}))
