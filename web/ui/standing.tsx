import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Where somebody stands, in a few figures side by side. */
export function Standings({ children }: { children: ReactNode }) {
  return <ul className="standings">{children}</ul>
}

interface StandingProps {
  /** Where the figure comes from. */
  to: string
  /** Undefined until it is known. */
  count: number | undefined
  /** What is counted, for 1 and for any other number: `class`, `classes`. */
  counted: readonly [one: string, many: string]
  words: string
}

/** A large figure that leads to the list behind it. */
export function Standing({ to, count, counted: [one, many], words }: StandingProps) {
  return (
    <li>
      <Link to={to} className="standing">
        <span className="font-display text-5xl tabular-nums">{count ?? '–'}</span>
        <span className="text-soft">
          {count === 1 ? one : many} {words}
        </span>
      </Link>
    </li>
  )
}
