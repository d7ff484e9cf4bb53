import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Home from './home.ts'
import * as Reviews from './reviews.ts'
import * as Slides from './slides.ts'

export function homeRoutes(serve: Serve): void {
  serve(api.listSlides, ({ db }) => Home.listSlides(db))
  serve(api.listReviews, ({ db }) => Home.listReviews(db))

  serve(api.listManagedSlides, ({ db }) => Slides.list(db))
  serve(api.addSlide, async (ctx, { body }) => ({ insertedId: await Slides.add(ctx, body) }))
  serve(api.changeSlide, async (ctx, { params, body }, options) => ({
    modifiedCount: await Slides.change(ctx, params.id, body, options),
  }))
  serve(api.deleteSlide, async (ctx, { params }) => ({ deletedCount: await Slides.remove(ctx, params.id) }))

  serve(api.listManagedReviews, ({ db }) => Reviews.list(db))
  serve(api.addReview, async (ctx, { body }) => ({ insertedId: await Reviews.add(ctx, body) }))
  serve(api.changeReview, async (ctx, { params, body }, options) => ({
    modifiedCount: await Reviews.change(ctx, params.id, body, options),
  }))
  serve(api.deleteReview, async (ctx, { params }) => ({ deletedCount: await Reviews.remove(ctx, params.id) }))
}
