/** The published slides and reviews of the home page. */
import { eq } from 'drizzle-orm'
import type { Review, Slide } from '#contract/home.ts'
import * as Images from '#server/domains/images/images.ts'
import type { Database } from '#server/platform/database/database.ts'
import { reviews, slides } from './home.table.ts'

export async function listSlides(db: Database): Promise<Slide[]> {
  const { image: img, focus, title, description } = slides
  const rows = await db
    .select({ img, focus, title, description })
    .from(slides)
    .where(eq(slides.published, true))
    .orderBy(slides.position, slides.id)
  const credits = await Images.readCredits(
    db,
    rows.map(({ img }) => img),
  )
  return rows.map(({ focus, ...slide }) => {
    const credit = credits.get(slide.img)
    return { ...slide, ...(focus && { focus }), ...(credit && { credit }) }
  })
}

export async function listReviews(db: Database): Promise<Review[]> {
  const { id, image: image_url, title, role, description } = reviews
  return db
    .select({ id, image_url, title, role, description })
    .from(reviews)
    .where(eq(reviews.published, true))
    .orderBy(reviews.position, reviews.id)
}
