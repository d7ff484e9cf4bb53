import { Link } from 'react-router'

/** A link above the title of a page, to the list that the page belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="link mb-2 inline-block py-1 text-sm">
      {children}
    </Link>
  )
}
