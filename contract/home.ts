/** The home page's slides and reviews, and the settings that every page shows. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { Id } from './values/fields.ts'

export const Slide = z.object({ img: z.string(), title: z.string(), description: z.string() })
export type Slide = z.infer<typeof Slide>

export const Review = z.object({
  id: Id,
  image_url: z.string(),
  title: z.string(),
  role: z.string(),
  description: z.string(),
})
export type Review = z.infer<typeof Review>

/** The settings that pages show; the same for every visitor. */
export interface PublicSettings {
  name: string
  address: string
  email: string
  /** URLs of the social, professional and photo-sharing network. */
  social: { social: string; professional: string; photos: string }
  /** ISO 4217, lower case. */
  currency: string
  /** The sign in front of a price: `$`. */
  currencySign: string
  /** How long after paying a student may cancel, in days. */
  cancelDays: number
  publicUrl: string
  /** The path of the image that other sites show with a link to a page without one of its own. */
  shareImage: string
  cards: { provider: 'sandbox' } | { provider: 'stripe'; publishableKey: string }
  /** Sign-in providers: an id for the identity provider, and the name that users read. */
  signInProviders: { id: string; name: string }[]
  /** Shown in the hint box of the login page; null outside the demo. */
  demoAdmin: { email: string; password: string } | null
}

export const homeEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listSlides: endpoint({
    method: 'GET',
    path: '/sliders',
    summary: 'Lists the slides of the hero slider.',
    access: 'anyone',
    response: z.array(Slide),
    cached: true,
  }),
  listReviews: endpoint({
    method: 'GET',
    path: '/reviews',
    summary: 'Lists the testimonials.',
    access: 'anyone',
    response: z.array(Review),
    cached: true,
  }),
}))
