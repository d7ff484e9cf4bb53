import type { Review } from '#contract/home.ts'
import { Avatar } from '#web/ui/picture.tsx'

/** Whatever scrolls must be reachable by keyboard: https://www.w3.org/WAI/standards-guidelines/act/rules/0ssw9k/ */
const SCROLLABLE = { tabIndex: 0 }

/** What students say, side by side: scrolled by hand, wheel or keyboard, snapping to each. */
export function Testimonials({ reviews }: { reviews: Review[] }) {
  return (
    <section className="room" aria-labelledby="testimonials">
      <h2 id="testimonials" className="room-title">
        Testimonials
      </h2>
      <section className="snap-row" aria-label="Testimonials, scrollable" {...SCROLLABLE}>
        {reviews.map(({ id, image_url, title, role, description }) => (
          <figure key={id} className="testimonial">
            <blockquote className="font-display text-xl">{description}</blockquote>
            <figcaption className="mt-auto flex items-center gap-3">
              <Avatar src={image_url} className="size-11" />
              <span>
                <span className="block font-semibold">{title}</span>
                <span className="block text-sm text-soft">{role}</span>
              </span>
            </figcaption>
          </figure>
        ))}
      </section>
    </section>
  )
}
