import { Link } from 'react-router'
import { useSession } from '#web/session/use-session.ts'

/** Tells an admin what the home page does not have yet. Visitors see nothing. */
export function AdminHint({ what, to }: { what: string; to: string }) {
  const { role } = useSession()
  if (role !== 'admin') return null
  return (
    <p className="px-(--gutter) py-2.5 text-sm text-soft">
      Your home page has no {what} yet.{' '}
      <Link to={to} className="link">
        Add {what}
      </Link>
    </p>
  )
}
