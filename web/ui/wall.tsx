import { type ReactNode, Suspense } from 'react'
import { Loading, Skeleton } from './states.tsx'

/** How wide a print on a wall is shown, for its picture's `sizes`: one, two and three in a row, less the margins. */
export const PRINT_ON_A_WALL = '(min-width: 80rem) 22.5rem, (min-width: 64rem) 29vw, (min-width: 40rem) 43vw, 86vw'

/** Prints side by side: three in a row on large screens. */
export function Wall({ children }: { children: ReactNode }) {
  return <ul className="wall">{children}</ul>
}

/** A print's place on the wall. Each comes alive for itself: all at once would hold up a slow phone. */
export function OnWall({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <li id={id} className="grid">
      <Suspense>{children}</Suspense>
    </li>
  )
}

/** Six prints that are on their way. */
export function WallLoading({ what }: { what: string }) {
  return (
    <Loading what={what}>
      <div className="wall">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
          <div key={place} className="print">
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
