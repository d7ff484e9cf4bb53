import { type ReactNode, Suspense } from 'react'

/** The `sizes` of a card's image: one, two or three cards in a row, less the margins. */
export const CARD_GRID_SIZES = '(min-width: 80rem) 22.5rem, (min-width: 64rem) 29vw, (min-width: 40rem) 43vw, 86vw'

/** Cards side by side: three in a row on large screens. As a rail, a phone shows one row that scrolls sideways. */
export function CardGrid({ rail = false, children }: { rail?: boolean; children: ReactNode }) {
  return <ul className={`card-grid ${rail ? 'card-rail' : ''}`}>{children}</ul>
}

/** The cell of a card. Each hydrates separately: all at once would block a slow phone. */
export function CardGridItem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <li id={id} className="grid">
      <Suspense>{children}</Suspense>
    </li>
  )
}
