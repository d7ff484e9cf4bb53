/** The home page's slides and reviews. */
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
