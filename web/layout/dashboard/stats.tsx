import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A few figures side by side. */
export function StatList({ children }: { children: ReactNode }) {
  return <ul className="stats">{children}</ul>
}

interface StatProps {
  /** The path of the list behind the figure. */
  to: string
  /** A number, or an amount of money; undefined while it loads. */
  count: ReactNode
  /** The noun for 1 and for other numbers: `class`, `classes`. */
  noun?: readonly [singular: string, plural: string]
  /** Follows the noun: `waiting for approval`. */
  label: string
}

/** A large figure that links to its list. */
export function Stat({ to, count, noun, label }: StatProps) {
  return (
    <li>
      <Link to={to} className="stat">
        <span className="wrap-anywhere @min-[58rem]:text-5xl font-display text-3xl tabular-nums">{count ?? '–'}</span>
        <span className="text-soft">
          {noun?.[count === 1 ? 0 : 1]} {label}
        </span>
      </Link>
    </li>
  )
}
