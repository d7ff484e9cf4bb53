import { type RefObject, useRef, useState } from 'react'
import type { Review } from '#contract/home.ts'
import { ArrowLeftIcon, ArrowRightIcon } from '#web/ui/icons.tsx'
import { PersonPhoto } from '#web/ui/person-photo.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** A scrollable region must be reachable by keyboard: https://www.w3.org/WAI/standards-guidelines/act/rules/0ssw9k/ */
const SCROLLABLE = { tabIndex: 0 }

/** Reviews in a row that scrolls by buttons, touch, wheel or keyboard and snaps to each review. */
export function Testimonials({ reviews }: { reviews: Review[] }) {
  const hydrated = useHydrated()
  const { row, isAtStart, isAtEnd, updatePosition, move } = useSnapRow()
  return (
    <section className="page-section" aria-labelledby="testimonials">
      <header className="mb-10 flex flex-wrap items-end justify-between gap-6">
        <h2 id="testimonials" className="section-title mb-0">
          Testimonials
        </h2>
        <div className="flex gap-2">
          <button
            type="button"
            className="btn btn-outline btn-square"
            aria-label="Previous testimonials"
            disabled={isAtStart}
            onClick={() => move(-1)}
          >
            <ArrowLeftIcon />
          </button>
          <button
            type="button"
            className="btn btn-outline btn-square"
            aria-label="Next testimonials"
            disabled={isAtEnd || !hydrated}
            onClick={() => move(1)}
          >
            <ArrowRightIcon />
          </button>
        </div>
      </header>
      <section
        ref={row}
        className="snap-row"
        aria-label="Testimonials, scrollable"
        onScroll={updatePosition}
        {...SCROLLABLE}
      >
        {reviews.map((review) => (
          <Testimonial key={review.id} {...review} />
        ))}
      </section>
    </section>
  )
}

function Testimonial({ image_url, title, role, description }: Review) {
  return (
    <figure className="testimonial">
      <blockquote className="font-display text-xl">{description}</blockquote>
      <figcaption className="mt-auto flex items-center gap-3">
        <PersonPhoto src={image_url} name={title} className="size-11" />
        <span>
          <span className="block font-semibold">{title}</span>
          <span className="block text-sm text-soft">{role}</span>
        </span>
      </figcaption>
    </figure>
  )
}

interface SnapRow {
  row: RefObject<HTMLElement | null>
  isAtStart: boolean
  isAtEnd: boolean
  /** Handles the row's scroll event. */
  updatePosition: () => void
  move: (by: 1 | -1) => void
}

/** The state of a row that scrolls sideways and snaps to its items. Buttons move it by one item. */
function useSnapRow(): SnapRow {
  const row = useRef<HTMLElement>(null)
  const [position, setPosition] = useState({ isAtStart: true, isAtEnd: false })
  return {
    row,
    ...position,
    updatePosition() {
      if (!row.current) return
      const { scrollLeft, scrollWidth, clientWidth } = row.current
      const [isAtStart, isAtEnd] = [scrollLeft < 2, scrollLeft + clientWidth > scrollWidth - 2]
      if (isAtStart !== position.isAtStart || isAtEnd !== position.isAtEnd) setPosition({ isAtStart, isAtEnd })
    },
    move(by) {
      const width = row.current?.firstElementChild?.getBoundingClientRect().width ?? 0
      row.current?.scrollBy({ left: by * width })
    },
  }
}
