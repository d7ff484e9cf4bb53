import { type ReactNode, Suspense } from 'react'

/** The `sizes` of a card's image: one, two or three cards in a row, less the margins. */
export const CARD_GRID_SIZES = '(min-width: 90rem) 25.5rem, (min-width: 64rem) 28vw, (min-width: 40rem) 43vw, 86vw'

/** That of cards with a large picture, and of those beside them: upright frames show a part of a wider image. A phone has rows with small pictures after the first cards. */
const LARGE = '(min-width: 76rem) 41rem, (min-width: 40rem) 43vw, '
const LEAD_SIZES = `${LARGE}80vw`
const LATER_SIZES = `${LARGE}30vw`

/** Returns the `sizes` of an image in a row with a large picture: the first row, and every third one of a grid that says so. Undefined in others. */
export function toLargeSizes(index: number, count: number, isLong = false): string | undefined {
  if (index < 3) return LEAD_SIZES
  // Of rows of three, the first ones are two short if one card is left over, and one short if two are.
  return isLong && (index + ((2 * count) % 3)) % 9 < 3 ? LATER_SIZES : undefined
}

interface CardGridProps {
  /** The number of cards. Styles read what it leaves when divided by three: cards that arrive later would move those before them. */
  count: number
  /** A phone shows one row that scrolls sideways. */
  rail?: boolean
  /** On wide screens the first picture is larger. */
  lead?: boolean
  children: ReactNode
}

/** Cards side by side: three in a row on large screens, or two where that leaves no place empty. */
export function CardGrid({ count, rail, lead, children }: CardGridProps) {
  const look = `card-grid${rail ? ' card-rail' : ''}${lead ? ' card-lead' : ''}`
  return (
    <ul className={look} data-rest={count % 3}>
      {children}
    </ul>
  )
}

/** The cell of a card. Each hydrates separately: all at once would block a slow phone. */
export function CardGridItem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <li id={id} className="grid">
      <Suspense>{children}</Suspense>
    </li>
  )
}
