import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A few figures side by side. */
export function StatList({ children }: { children: ReactNode }) {
  return <ul className="stats">{children}</ul>
}

interface StatProps {
  /** The path of the list behind the figure. */
  to: string
  /** Undefined while it loads. */
  count: number | undefined
  /** The noun for 1 and for other numbers: `class`, `classes`. */
  noun: readonly [singular: string, plural: string]
  /** Follows the noun: `waiting for approval`. */
  label: string
}

/** A large figure that links to its list. */
export function Stat({ to, count, noun: [singular, plural], label }: StatProps) {
  return (
    <li>
      <Link to={to} className="stat">
        <span className="font-display text-5xl tabular-nums">{count ?? '–'}</span>
        <span className="text-soft">
          {count === 1 ? singular : plural} {label}
        </span>
      </Link>
    </li>
  )
}
