import { Link } from 'react-router'
import type { ActivityEntry } from '#contract/activity.ts'
import type { Column } from '#web/ui/lists/table.tsx'
import { formatMoment } from '#web/ui/text/dates.ts'
import { EmailAddress } from '#web/ui/text/email-address.tsx'
import { ACTION_PHRASES } from './action-phrases.ts'
import { findSubject } from './find-subject.ts'

/** The columns of the activity log. */
export const ACTIVITY_COLUMNS: Column<ActivityEntry, 'created_at'>[] = [
  {
    header: 'When',
    sort: 'created_at',
    cell: ({ created_at }) => (
      <time dateTime={new Date(created_at).toISOString()} className="@min-[58rem]:whitespace-nowrap text-sm">
        {formatMoment(created_at)}
      </time>
    ),
  },
  { header: 'Who', cell: ({ actor }) => <ActorCell actor={actor} /> },
  { header: 'What', cell: (entry) => <ActionCell entry={entry} /> },
]

function ActorCell({ actor }: Pick<ActivityEntry, 'actor'>) {
  if (!actor) return <p className="text-soft">the school's operator</p>
  return (
    <div className="min-w-[min(10rem,100%)]">
      <p className="wrap-anywhere">{actor.name}</p>
      <p className="text-sm text-soft">
        <EmailAddress email={actor.email} />
      </p>
    </div>
  )
}

function ActionCell({ entry }: { entry: ActivityEntry }) {
  const { deed: action, subject, words: message, changes } = entry
  const [before, after] = ACTION_PHRASES[action]
  return (
    <div className="grid gap-2">
      <p className="wrap-anywhere">
        {before}{' '}
        <Link to={findSubject(entry)} className="link font-medium">
          {subject}
        </Link>
        {after && ` ${after}`}
      </p>
      {message && <p className="quote">{message}</p>}
      {changes.length > 0 && (
        <dl className="grid gap-1 text-sm">
          {changes.map(({ field, from, to }) => (
            <div key={field} className="line-clamp-6">
              <dt className="inline text-soft">{field}: </dt>
              <dd className="wrap-anywhere inline">
                <del className="text-soft">{from}</del> <span className="text-soft">to</span> <ins>{to}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
