/** What the home page shows beside classes and instructors, and what every page knows of the school. */
import { z } from 'zod'
import { Id } from './fields.ts'

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

/** The part of the settings that pages show; the same for every visitor. */
export interface SchoolFacts {
  name: string
  address: string
  email: string
  /** Addresses of the social, professional and photo-sharing network. */
  social: { social: string; professional: string; photos: string }
  /** ISO 4217, lower case. */
  currency: string
  /** What stands before a price: `$`. */
  currencySign: string
  /** How long after paying a student may cancel by themselves, in days. */
  cancelDays: number
  publicUrl: string
  cards: { provider: 'sandbox' } | { provider: 'stripe'; publishableKey: string }
  /** Who else may say who somebody is: an id for the identity provider, and the name that people know. */
  thirdParties: { id: string; name: string }[]
  /** Shown in the login hint box; absent outside the demo. */
  demoAdmin: { email: string; password: string } | null
}
