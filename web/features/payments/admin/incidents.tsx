import { Link } from 'react-router'
import type { Incident } from '#contract/admin-payments.ts'
import { About } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/states.tsx'
import { formatDate } from '#web/ui/text/dates.ts'
import { useIncidents } from './all-payments.query.ts'

/** The card provider's reports that need an admin, newest first; hidden while there are none. */
export function Incidents() {
  const { data: incidents, error, refetch } = useIncidents()
  if (error && !incidents) return <Failed message={error.message} onRetry={() => void refetch()} />
  if (!incidents?.length) return null
  return (
    <section aria-labelledby="incidents-title" className="incidents">
      <h2 id="incidents-title" className="font-display text-2xl">
        Needs attention
      </h2>
      <ul className="mt-4 grid gap-4">
        {incidents.map((incident) => (
          <li key={incident._id}>
            <IncidentDetails incident={incident} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function IncidentDetails({ incident: { paymentId, transactionId, text, created_at } }: { incident: Incident }) {
  return (
    <>
      <p className="edge-print text-soft">
        <time dateTime={new Date(created_at).toISOString()}>{formatDate(created_at)}</time>
      </p>
      <p className="wrap-anywhere">{text}</p>
      <p className="text-sm">
        {paymentId ? (
          <Link to={`/dashboard/receipt/${paymentId}`} className="link">
            Receipt
            <About>{`of transaction ${transactionId}`}</About>
          </Link>
        ) : (
          <code className="break-all">{transactionId}</code>
        )}
      </p>
    </>
  )
}
