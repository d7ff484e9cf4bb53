import { type ReactNode, Suspense } from 'react'
import { Loading, Skeleton } from './states.tsx'

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

/** Placeholders of six cards. */
export function CardGridLoading({ what, rail = false }: { what: string; rail?: boolean }) {
  return (
    <Loading what={what}>
      <div className={`card-grid ${rail ? 'card-rail' : ''}`}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} className="print">
            <Skeleton className="print-frame" />
            <div className="print-caption">
              <Skeleton className="h-7 w-3/4" />
              <Skeleton className="h-7 w-1/2" />
              <Skeleton className="h-16 w-full" />
              <Skeleton className="h-11 w-full" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
