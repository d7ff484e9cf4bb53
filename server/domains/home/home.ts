/** The published slides and reviews of the home page. */
import { eq } from 'drizzle-orm'
import type { Review, Slide } from '#contract/home.ts'
import type { Database } from '#server/platform/database/database.ts'
import { reviews, slides } from './home.table.ts'

export async function listSlides(db: Database): Promise<Slide[]> {
  const { image: img, focus, title, description } = slides
  const rows = await db
    .select({ img, focus, title, description })
    .from(slides)
    .where(eq(slides.published, true))
    .orderBy(slides.position, slides.id)
  return rows.map(({ focus: point, ...slide }) => (point ? { ...slide, focus: point } : slide))
}

export async function listReviews(db: Database): Promise<Review[]> {
  const { id, image: image_url, title, role, description } = reviews
  return db
    .select({ id, image_url, title, role, description })
    .from(reviews)
    .where(eq(reviews.published, true))
    .orderBy(reviews.position, reviews.id)
}
