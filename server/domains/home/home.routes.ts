import { api } from '#contract/api.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as Home from './home.ts'

export function homeRoutes(serve: Serve): void {
  serve(api.listSlides, ({ db }) => Home.listSlides(db))
  serve(api.listReviews, ({ db }) => Home.listReviews(db))
}
