import type { ActivityEntry, Deed } from '#contract/activity.ts'
import { EmailAddress } from '#web/ui/email-address.tsx'
import type { Column } from '#web/ui/table.tsx'

/** By the reader's own clock. */
const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/** What was done, around what it was done to. */
const DEEDS: Record<Deed, readonly [before: string, after?: string]> = {
  class_approved: ['approved'],
  class_denied: ['denied'],
  feedback_given: ['gave feedback on'],
  class_edited: ['edited'],
  class_deleted: ['deleted'],
  class_withdrawn: ['withdrew'],
  students_written_to: ['wrote to the students of'],
  made_student: ['made', 'a student'],
  made_instructor: ['made', 'an instructor'],
  made_admin: ['made', 'an admin'],
  user_deleted: ['deleted the account of'],
  payment_cancelled: ['cancelled the payment of receipt'],
  payment_refunded: ['refunded receipt'],
  refund_retried: ['had the refund of receipt', 'tried again'],
}

/** The record of who did what. */
export const ACTIVITY_COLUMNS: Column<ActivityEntry, 'created_at'>[] = [
  {
    header: 'When',
    sort: 'created_at',
    cell: ({ created_at }) => (
      <time dateTime={new Date(created_at).toISOString()} className="whitespace-nowrap text-sm">
        {MOMENT.format(created_at)}
      </time>
    ),
  },
  { header: 'Who', cell: ({ actor }) => <Who actor={actor} /> },
  { header: 'What', cell: (entry) => <What entry={entry} /> },
]

function Who({ actor }: Pick<ActivityEntry, 'actor'>) {
  if (!actor) return <p className="text-soft">the school’s operator</p>
  return (
    <div className="min-w-40">
      <p className="wrap-anywhere">{actor.name}</p>
      <p className="text-sm text-soft">
        <EmailAddress email={actor.email} />
      </p>
    </div>
  )
}

function What({ entry: { deed, subject, words, changes } }: { entry: ActivityEntry }) {
  const [before, after] = DEEDS[deed]
  return (
    <div className="grid gap-2">
      <p className="wrap-anywhere">
        {before} <span className="font-medium">{subject}</span>
        {after && ` ${after}`}
      </p>
      {words && <p className="words-said">{words}</p>}
      {changes.length > 0 && (
        <dl className="grid gap-1 text-sm">
          {changes.map(({ field, from, to }) => (
            <div key={field}>
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
