import { Link } from 'react-router'

/** Terms accepted by registering. */
export function Agreement({ action = 'registering' }: { action?: string }) {
  return (
    <p className="text-soft text-sm">
      By {action} you agree to the{' '}
      <Link to="/terms" className="link">
        Terms
      </Link>
      . The{' '}
      <Link to="/privacy" className="link">
        Privacy
      </Link>{' '}
      page says what we store.
    </p>
  )
}
