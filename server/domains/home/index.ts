import type { Domain } from '../domain.ts'
import { homeRoutes } from './home.routes.ts'
import { HOME_EXPORTS, reviews, slides } from './home.table.ts'
import * as StudentReviews from './student-reviews.ts'

export const home: Domain = {
  routes: homeRoutes,
  forget: (tx, { user }) => StudentReviews.forget(tx, user.id),
  data: async (ctx) => ({ reviews: await StudentReviews.listOwn(ctx) }),
  tables: { exported: HOME_EXPORTS },
  images: [slides.image, reviews.image],
}
